import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright";

/** WCAG 2.2 AA. */
export const wcagTags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** What a theme can break. */
const rulesOfColour = ["color-contrast", "link-in-text-block"];

/** What axe finds, in a line each: of everything, or of colours alone. */
export async function found(page: Page, what: "all" | "colours" = "all"): Promise<readonly string[]> {
  // A page that was looked at before has it already: it is 1.5 MB.
  const isLoaded = await page.evaluate("typeof axe === 'object'");
  const builder = new AxeBuilder({ page, ...(isLoaded === true && { axeSource: "void axe" }) });
  // Pages without frames need no second page to put the findings together in.
  const axe = builder.options({ resultTypes: ["violations"], preload: false }).setLegacyMode();
  const { violations } = await (what === "all" ? axe.withTags(wcagTags) : axe.withRules(rulesOfColour)).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(" ")}`));
}

/** What axe finds in light and in dark, on the page as it is. */
export async function foundInBothModes(page: Page, what?: "all" | "colours"): Promise<readonly string[]> {
  const findings: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-mode="${colorScheme}"]`).waitFor({ state: "attached" });
    findings.push(...(await found(page, what)).map((finding) => `${colorScheme}: ${finding}`));
  }
  return findings;
}

/** The same of a page without scripts, which goes by what the browser prefers. */
export async function foundInBothSchemes(page: Page): Promise<readonly string[]> {
  const findings: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    findings.push(...(await found(page)).map((finding) => `${colorScheme}: ${finding}`));
  }
  return findings;
}
