import type { Page } from "playwright";
import { expect } from "vitest";

/** A desktop, a phone, and a desktop at 400% zoom. */
const sizes = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
  { width: 320, height: 200 },
] as const;

/** Expects a correct page layout at every window size. */
export async function fitsEverySize(page: Page): Promise<void> {
  // A hint that a pointer shows covers other parts.
  await page.mouse.move(0, 0);
  for (const size of sizes) {
    await page.setViewportSize(size);
    // Parts that depend on the width are drawn again with a short delay.
    await expect.poll(() => layoutFaults(page), { message: `${size.width} px wide` }).toEqual([]);
  }
}

/** Returns layout faults, one per line, that would otherwise need a visual check. */
export async function layoutFaults(page: { evaluate(script: string): Promise<unknown> }): Promise<readonly string[]> {
  return (await page.evaluate(`(${faults})()`)) as readonly string[];
}

/** Script text for the page, because a function of ours would need browser types. */
const faults = `() => {
  const root = document.documentElement;
  const dialogs = [...document.querySelectorAll("[role=dialog], [role=alertdialog]")];
  const stage = dialogs.at(-1) ?? document.body;
  const said = (element) => {
    const name = element.getAttribute("aria-label") ?? element.textContent.trim().slice(0, 40);
    return element.tagName.toLowerCase() + " “" + name + "”";
  };
  const within = (element, selector) => element.closest(selector) !== null;
  const styleOf = (element) => getComputedStyle(element);

  /** Visible part of an element: its box, cut by everything that clips it. */
  const seen = (element) => {
    let { left, top, right, bottom } = element.getBoundingClientRect();
    for (let over = element.parentElement; over; over = over.parentElement) {
      const { overflowX, overflowY, position } = styleOf(over);
      const box = over.getBoundingClientRect();
      if (overflowX !== "visible") [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
      if (overflowY !== "visible") [top, bottom] = [Math.max(top, box.top), Math.min(bottom, box.bottom)];
      if (position === "fixed") break;
    }
    return { left, top, right: Math.min(right, innerWidth), bottom: Math.min(bottom, innerHeight) };
  };
  const isThere = (element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    element.offsetWidth > 2 && element.offsetHeight > 2;
  const all = [...stage.querySelectorAll("*")].filter((element) => element instanceof HTMLElement && isThere(element));

  const wide = root.scrollWidth > root.clientWidth
    ? ["the page scrolls sideways: " + root.scrollWidth + " in " + root.clientWidth + " px, by " +
       all.filter((element) => element.getBoundingClientRect().right > innerWidth + 1 && seen(element).right > innerWidth - 1)
         .slice(-3).map(said).join(", ")]
    : [];

  const sideways = all
    .filter((element) => ["auto", "scroll"].includes(styleOf(element).overflowX))
    .filter((element) => element.scrollWidth > element.clientWidth + 1)
    .filter((element) => !element.querySelector("table") && !within(element, "[role=log], [role=grid], pre, code, [role=tablist], textarea"))
    .filter((element) => !element.matches("[role=log], [role=grid], pre, [role=tablist], textarea, section[aria-label]"))
    .map((element) => "scrolls sideways: " + said(element) + " " + element.scrollWidth + " in " + element.clientWidth);

  const cut = all
    .filter((element) => ["hidden", "clip"].includes(styleOf(element).overflowX) && element.scrollWidth > element.clientWidth + 1)
    .filter((element) => !within(element, "[role=log]") && element.textContent.trim() !== "")
    .filter((element) => styleOf(element).textOverflow !== "ellipsis" || !within(element, "[title]"))
    .map((element) => "cut off: " + said(element) + " " + element.scrollWidth + " in " + element.clientWidth);

  const pressed = "a[href], button, input, select, textarea, [role=tab], [role=menuitem], [role=option], [role=switch], [role=checkbox]";
  const targets = all.filter((element) => element.matches(pressed) && !within(element, "[aria-hidden=true], [inert]"));
  /** Pressing next to it hits it as well, because its label or an area of its own lies there. */
  const hit = (element, x, y) => {
    const at = document.elementFromPoint(x, y);
    return at !== null && (element.contains(at) || at.contains(element) && at.matches("label") || at.closest("label")?.control === element);
  };
  const small = targets.flatMap((element) => {
    const { left, top, width, height } = (element.closest("label") ?? element).getBoundingClientRect();
    if (Math.min(width, height) >= 23.5) return [];
    // A link within a sentence is as high as the sentence.
    if (styleOf(element).display === "inline" && element.parentElement.textContent.trim() !== element.textContent.trim()) return [];
    const [x, y] = [left + width / 2, top + height / 2];
    if (x < 12 || y < 12 || x > innerWidth - 12 || y > innerHeight - 12) return [];
    if ([[x - 11, y], [x + 11, y], [x, y - 11], [x, y + 11]].every(([atX, atY]) => hit(element, atX, atY))) return [];
    return ["smaller than 24 px: " + said(element) + " " + Math.round(width) + "×" + Math.round(height)];
  });

  const floats = (element) => {
    for (let at = element; at; at = at.parentElement)
      if (["fixed", "sticky"].includes(styleOf(at).position) || at.matches("[role=menu], [role=listbox]")) return at;
  };
  const boxes = targets.map((element) => ({ element, box: seen(element), float: floats(element) }));
  const over = boxes.flatMap(({ element, box, float }, index) =>
    boxes.slice(index + 1)
      .filter((other) => other.float === float && !element.contains(other.element) && !other.element.contains(element))
      .filter((other) =>
        Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left) > 2 &&
        Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top) > 2)
      .map((other) => "over each other: " + said(element) + " and " + said(other.element)));

  const away = dialogs.flatMap((dialog) => [...dialog.querySelectorAll("footer button")])
    .filter((button) => {
      const { left, top, right, bottom } = button.getBoundingClientRect();
      return left < 0 || top < 0 || right > innerWidth || bottom > innerHeight;
    })
    .map((button) => "not visible: " + said(button));

  return [...new Set([...wide, ...sideways, ...cut, ...small, ...over, ...away])];
}`;
