/** Lets React 19 know the elements: properties as they are named, events as `onchoice-answer`. */
import type {DetailedHTMLProps, HTMLAttributes} from "react";
import type {Elements} from "./elements.js";

type Handlers<Events> = {[Name in keyof Events as `on${Name & string}`]?: (event: Events[Name]) => void};

type Tags = {
  [Tag in keyof Elements]: DetailedHTMLProps<
    HTMLAttributes<Elements[Tag]["element"]>,
    Elements[Tag]["element"]
  > &
    Partial<Elements[Tag]["properties"]> &
    Handlers<Elements[Tag]["events"]>;
};

declare module "react" {
  namespace JSX {
    interface IntrinsicElements extends Tags {}
  }
}
