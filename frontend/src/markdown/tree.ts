/** A small tree of what is to be shown; `patch.ts` makes the page agree with it. */

export type TreeNode = string | TreeElement;

export interface TreeElement {
  readonly tag: string;
  readonly attributes?: Readonly<Record<string, string>>;
  /** Two elements with the same tag and key look the same: their children need not be compared. */
  readonly key?: string;
  /** Made when they are needed, once. */
  readonly children?: () => readonly TreeNode[];
  /** The text of a block of code, whose element may be coloured. */
  readonly code?: string;
  /** The language of a block of code that is complete. */
  readonly language?: string;
  /** What `children` returned; kept by whoever called it. */
  made?: readonly TreeNode[];
}

export function childrenOf(element: TreeElement): readonly TreeNode[] {
  element.made ??= element.children?.() ?? [];
  return element.made;
}
