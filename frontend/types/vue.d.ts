/** Lets Vue 3 know the elements in templates; tell its compiler that they are custom: `tag.startsWith("choice-")`. */
import type {EmitFn, HTMLAttributes, PublicProps} from "vue";
import type {Elements} from "./elements.js";

type Component<Element, Properties, Events> = new () => Element & {
  $props: HTMLAttributes & Partial<Properties> & PublicProps;
  $emit: EmitFn<{[Name in keyof Events]: (event: Events[Name]) => void}>;
};

type Tags = {
  [Tag in keyof Elements]: Component<
    Elements[Tag]["element"],
    Elements[Tag]["properties"],
    Elements[Tag]["events"]
  >;
};

declare module "vue" {
  interface GlobalComponents extends Tags {}
}
