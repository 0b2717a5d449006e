/** Makes the children of an element agree with a tree, touching only what differs. Text is set as text. */
import {childrenOf, type TreeElement, type TreeNode} from "./tree.ts";

/** The blocks of code whose text is coloured: their children are no longer the one text node we made. */
const coloured = new WeakSet<Element>();

export function markColoured(code: Element): void {
  coloured.add(code);
}

/** Blocks of words, each laid out as its own script is written; what is inside of one follows it. */
const BLOCK = /^(p|h\d|[uo]l|blockquote|table)$/;

/** Blocks of code that are complete and new, to be coloured. */
export type Completed = Map<HTMLElement, string>;

/** Patch the children from `base` on, which looked like `before`, to look like `after`; returns what they look like. */
export function patch(
  parent: Element,
  before: readonly TreeNode[],
  after: readonly TreeNode[],
  completed: Completed,
  base = 0,
): TreeNode[] {
  const result: TreeNode[] = [];
  let node: ChildNode | null = parent.childNodes[base] ?? null;
  after.forEach((wanted, at) => {
    const shown = before[at];
    if (shown === undefined || !node) {
      parent.append(create(wanted, completed, parent.closest("[dir]") !== null));
      result.push(wanted);
      return;
    }
    const next: ChildNode | null = node.nextSibling;
    result.push(patchOne(node, shown, wanted, completed));
    node = next;
  });
  while (node) {
    const next: ChildNode | null = node.nextSibling;
    node.remove();
    node = next;
  }
  return result;
}

function patchOne(node: ChildNode, shown: TreeNode, wanted: TreeNode, completed: Completed): TreeNode {
  if (typeof shown === "string" && typeof wanted === "string") {
    setText(node as Text, shown, wanted);
    return wanted;
  }
  if (typeof shown === "string" || typeof wanted === "string" || shown.tag !== wanted.tag) {
    node.replaceWith(create(wanted, completed, node.parentElement?.closest("[dir]") != null));
    return wanted;
  }
  if (wanted.key !== undefined && wanted.key === shown.key && shown.made) return shown;
  const element = node as HTMLElement;
  setAttributes(element, shown.attributes ?? {}, wanted.attributes ?? {});
  if (wanted.code !== undefined) setCode(element, shown, wanted, completed);
  else wanted.made = patch(element, childrenOf(shown), childrenOf(wanted), completed);
  return wanted;
}

function create(wanted: TreeNode, completed: Completed, inside: boolean): Node {
  if (typeof wanted === "string") return document.createTextNode(wanted);
  const element = document.createElement(wanted.tag);
  const isBlock = !inside && BLOCK.test(wanted.tag);
  if (isBlock) element.dir = "auto";
  setAttributes(element, {}, wanted.attributes ?? {});
  if (wanted.code !== undefined) {
    element.append(document.createTextNode(wanted.code));
    if (wanted.language) completed.set(element, wanted.language);
  }
  for (const child of childrenOf(wanted)) element.append(create(child, completed, inside || isBlock));
  return element;
}

function setText(node: Text, shown: string, wanted: string): void {
  if (shown === wanted) return;
  // Growing in place keeps what somebody has selected.
  if (wanted.startsWith(shown)) node.appendData(wanted.slice(shown.length));
  else node.data = wanted;
}

function setCode(element: HTMLElement, shown: TreeElement, wanted: TreeElement, completed: Completed): void {
  const [before, after] = [shown.code ?? "", wanted.code ?? ""];
  if (before !== after) {
    const text = element.firstChild;
    if (coloured.delete(element) || !(text instanceof Text)) element.textContent = after;
    else setText(text, before, after);
  }
  if (wanted.language && !coloured.has(element)) completed.set(element, wanted.language);
}

function setAttributes(
  element: Element,
  shown: Readonly<Record<string, string>>,
  wanted: Readonly<Record<string, string>>,
): void {
  for (const name of Object.keys(shown)) if (!(name in wanted)) element.removeAttribute(name);
  for (const [name, value] of Object.entries(wanted))
    if (shown[name] !== value) element.setAttribute(name, value);
}
