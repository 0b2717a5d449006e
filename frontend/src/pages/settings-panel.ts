/** The settings on a page, behind the button of its bar. */

/** Returns what the button does: shows the settings above everything else, or takes them away. */
export function settingsPanel(main: HTMLElement): (button: HTMLButtonElement) => Promise<void> {
  return async (button) => {
    const shown = main.querySelector("choice-settings");
    button.setAttribute("aria-expanded", String(!shown));
    if (shown) {
      shown.remove();
      return;
    }
    await import("../elements/choice-settings/define.ts");
    main.prepend(document.createElement("choice-settings"));
  };
}
