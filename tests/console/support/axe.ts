import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright";

/** WCAG 2.2 AA. */
export const wcagTags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** Rules that a theme can break. */
const rulesOfColor = ["color-contrast", "link-in-text-block"];

/** Returns axe's findings, one per line: of all rules, or only of color rules. */
export async function found(page: Page, what: "all" | "colors" = "all"): Promise<readonly string[]> {
  // Pages checked before already have axe loaded: it is 1.5 MB.
  const isLoaded = await page.evaluate("typeof axe === 'object'");
  const builder = new AxeBuilder({ page, ...(isLoaded === true && { axeSource: "void axe" }) });
  // Pages without frames need no second page for combining the findings.
  const axe = builder.options({ resultTypes: ["violations"], preload: false }).setLegacyMode();
  const { violations } = await (what === "all" ? axe.withTags(wcagTags) : axe.withRules(rulesOfColor)).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(" ")}`));
}

/** Returns axe's findings in light and in dark mode, without reloading the page. */
export async function foundInBothModes(page: Page, what?: "all" | "colors"): Promise<readonly string[]> {
  const findings: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-mode="${colorScheme}"]`).waitFor({ state: "attached" });
    findings.push(...(await found(page, what)).map((finding) => `${colorScheme}: ${finding}`));
  }
  return findings;
}

/** Returns the same for a page without scripts, which follows the browser's preference. */
export async function foundInBothSchemes(page: Page): Promise<readonly string[]> {
  const findings: string[] = [];
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    findings.push(...(await found(page)).map((finding) => `${colorScheme}: ${finding}`));
  }
  return findings;
}
