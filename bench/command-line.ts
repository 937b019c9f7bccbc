import { parseArgs } from "node:util";
import { type FigureName, figures, isFigure } from "./figures/figures.ts";
import { isWebhookPart, type WebhookPart, webhookParts } from "./webhooks/parts.ts";

/** Parsed command line of the bench. */
export interface BenchCommand {
  readonly bench: (typeof BENCHES)[number];
  /** Other checkout that `against` compares with. */
  readonly checkout: string | undefined;
  /** Folder in which `scale` keeps its filled data folder for the next run. */
  readonly folder: string | undefined;
  readonly mode: "quick" | "full";
  readonly figures: readonly FigureName[];
  /** Parts of the webhooks bench to measure; undefined: all. */
  readonly webhookParts: readonly WebhookPart[] | undefined;
  /** True if all figures are measured. */
  readonly complete: boolean;
}

/**
 * Parses `proxy [--quick] [--only figure,…]`, `against FOLDER [--quick]`, `console`, `webhooks [--quick] [--only part,…]`, `releases
 * [--quick]`, `mcp [--quick]`, `backups [--quick]`, `scale [--quick] [--folder FOLDER]` or `page`; returns an error message for anything
 * else.
 */
export function readCommand(words: readonly string[]): BenchCommand | { readonly refused: string } {
  const parsed = parsedOrRefused(words);
  if (parsed instanceof Error) return { refused: `${parsed.message}\n${USAGE}` };
  const { positionals, values } = parsed;
  const [bench, checkout] = positionals;
  if (!isBench(bench)) return { refused: USAGE };
  if (positionals.length !== (bench === "against" ? 2 : 1)) return { refused: USAGE };
  const only = values.only?.split(",").map((name) => name.trim());
  const isKnown = bench === "webhooks" ? isWebhookPart : isFigure;
  const unknown = only?.find((name) => !isKnown(name));
  if (unknown !== undefined) return { refused: `There is no figure ${unknown}.\n${USAGE}` };
  const chosen = EVERY_FIGURE.filter((name) => only?.includes(name) ?? true);
  return {
    bench,
    checkout,
    folder: values.folder,
    mode: values.quick === true ? "quick" : "full",
    figures: chosen,
    webhookParts: bench === "webhooks" ? only?.filter(isWebhookPart) : undefined,
    complete: chosen.length === EVERY_FIGURE.length,
  };
}

const BENCHES = ["proxy", "console", "webhooks", "releases", "mcp", "backups", "scale", "page", "against"] as const;

function isBench(word: string | undefined): word is (typeof BENCHES)[number] {
  return BENCHES.some((bench) => bench === word);
}

const EVERY_FIGURE: readonly FigureName[] = Object.keys(figures).filter(isFigure);

const USAGE = `node bench/start.ts proxy [--quick] [--only figure,…] | against FOLDER [--quick] | console | webhooks [--quick] [--only part,…] | releases [--quick] | mcp [--quick] | backups [--quick] | scale [--quick] [--folder FOLDER] | page
Figures: ${EVERY_FIGURE.join(", ")}
Parts of webhooks: ${Object.keys(webhookParts).join(", ")}`;

function parsedOrRefused(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { quick: { type: "boolean" }, only: { type: "string" }, folder: { type: "string" } },
    });
  } catch (error) {
    if (error instanceof TypeError) return error; // Thrown by parseArgs.
    throw error;
  }
}
