/** What is asked of a page in any browser. */
export interface AnyPage {
  /** Opens an address within the console. */
  open(address: string): Promise<void>;
  /** What a script answers in the page, as text: the policy lets in nothing that is made from text there. */
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

/** In the page: whether a part holds a text. */
export function shows(text: string, within = "body"): string {
  return `document.querySelector(${JSON.stringify(within)})?.innerText.includes(${JSON.stringify(text)})`;
}

/** In the page: whether the focus is on what has a name that begins so. */
export function isFocused(name: string): string {
  return `${isNamed(name)}(document.activeElement)`;
}

/** In the page: whether keys can lead to what has a name that begins so. */
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

const mostTabs = 80;

/** Presses Tab until the focus is on what has this name. Too many presses that do not lead there are a failure. */
export async function tabTo(page: AnyPage, name: string): Promise<void> {
  for (let tabs = 0; !(await page.evaluate(isFocused(name))); tabs += 1) {
    if (tabs === mostTabs) throw new Error(`Tab does not lead to ${name}`);
    await page.press("Tab");
  }
}
