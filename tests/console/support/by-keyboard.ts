/** Functions needed from a page in any browser. */
export interface AnyPage {
  /** Opens an address of the console. */
  open(address: string): Promise<void>;
  /** Evaluates a script, given as text, in the page. The policy blocks scripts that the page itself creates from text. */
  evaluate(script: string): Promise<unknown>;
  press(key: string): Promise<void>;
  type(text: string): Promise<void>;
  resize(width: number, height: number): Promise<void>;
}

/** Resolves when an expression is true in the page. */
export async function until(page: AnyPage, expression: string): Promise<void> {
  await page.evaluate(`new Promise((resolve, reject) => {
    const look = () => {
      try {
        if (${expression}) resolve();
        else requestAnimationFrame(look);
      } catch (thrown) {
        reject(thrown);
      }
    };
    look();
  })`);
}

/** Returns an expression for the page: true if an element contains a text. */
export function shows(text: string, within = "body"): string {
  return `document.querySelector(${JSON.stringify(within)})?.innerText.includes(${JSON.stringify(text)})`;
}

/** Returns an expression for the page: true if an element whose name has this prefix has the focus. */
export function isFocused(name: string): string {
  return `${isNamed(name)}(document.activeElement)`;
}

/** Returns an expression for the page: true if an element whose name has this prefix can be reached by keyboard. */
export function isReachable(name: string): string {
  return `[...document.querySelectorAll("main [tabindex='0']")].some(${isNamed(name)})`;
}

function isNamed(name: string): string {
  return `((each) => {
    const labels = (each.getAttribute("aria-labelledby") ?? "").split(" ").map((id) => document.getElementById(id));
    const texts = [...labels, ...(each.labels ?? [])].map((label) => label?.textContent ?? "");
    return (each.getAttribute("aria-label") ?? (texts.join(" ").trim() || each.textContent)).trim().startsWith(${JSON.stringify(name)});
  })`;
}

const maxTabs = 80;

/** Presses Tab until the element with this name has the focus. @throws after too many presses */
export async function tabTo(page: AnyPage, name: string): Promise<void> {
  for (let tabs = 0; !(await page.evaluate(isFocused(name))); tabs += 1) {
    if (tabs === maxTabs) throw new Error(`Tab does not lead to ${name}`);
    await page.press("Tab");
  }
}
