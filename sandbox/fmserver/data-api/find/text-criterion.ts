import { type Cell, cellText } from "../../world/values/cell.ts";
import { leadingOperator, rangeEnds } from "./operators.ts";

/**
 * Compiles a criterion for text: each of its words has to start a word of the field, ignoring case. `=word` matches a whole word, `==text`
 * the whole field, `"text"` text at the start of a word, `*"text"` text anywhere.
 */
export function textCriterion(criterion: string): (cell: Cell) => boolean {
  // ~ makes a search in Japanese less strict; otherwise it has no effect.
  const text = criterion.trim().replace(/^~/, "");
  const ends = text.includes('"') ? undefined : rangeEnds(text);
  if (ends !== undefined) {
    const [from, to] = ends.map((end) => end.toLowerCase());
    return (cell) => {
      const value = cellText(cell).toLowerCase();
      return value !== "" && value >= (from ?? "") && value <= (to ?? "");
    };
  }
  const { operator, rest } = leadingOperator(text);
  if (operator === "==") {
    const whole = new RegExp(`^${wordPattern(unquoted(rest))}$`, "isu");
    return (cell) => whole.test(cellText(cell));
  }
  if (operator !== "" && operator !== "=") {
    const wanted = rest.toLowerCase();
    return (cell) => {
      const value = cellText(cell).toLowerCase();
      return value !== "" && COMPARE[operator](value, wanted);
    };
  }
  const patterns = pieces(operator === "=" ? `=${rest}` : text).map((piece) => new RegExp(piecePattern(piece), "isu"));
  return (cell) => {
    const value = cellText(cell);
    return patterns.every((pattern) => pattern.test(value));
  };
}

/** Returns FileMaker's wildcards as a regular expression: `*` any text, `@` a character, `#` a digit, `\` escapes the next character. */
export function wordPattern(text: string): string {
  let pattern = "";
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at] ?? "";
    if (character === "\\" && at + 1 < text.length) {
      at += 1;
      pattern += literal(text[at] ?? "");
    } else {
      pattern += WILDCARDS[character] ?? literal(character);
    }
  }
  return pattern;
}

const WILDCARDS: Readonly<Record<string, string>> = { "*": ".*", "@": ".", "#": "\\p{N}" };

const COMPARE = {
  "<": (a: string, b: string) => a < b,
  "<=": (a: string, b: string) => a <= b,
  ">": (a: string, b: string) => a > b,
  ">=": (a: string, b: string) => a >= b,
} as const;

const WORD_START = "(?<![\\p{L}\\p{N}'])";
const WORD_END = "(?![\\p{L}\\p{N}'])";

/** Returns words, and quoted text with its prefix. */
function pieces(text: string): readonly string[] {
  return text.match(/[=*]*"(?:\\.|[^"\\])*"?|(?:\\.|[^\s\\])+/g) ?? [];
}

function piecePattern(piece: string): string {
  const quoted = /^([=*]*)"(.*?)"?$/s.exec(piece);
  if (quoted !== null) {
    const [, lead = "", inner = ""] = quoted;
    const text = [...inner.replace(/\\(.)/gs, "$1")].map(literal).join("");
    if (lead.includes("*")) return text;
    return lead.includes("=") ? WORD_START + text + WORD_END : WORD_START + text;
  }
  if (piece.startsWith("=")) return WORD_START + wordPattern(piece.slice(1)) + WORD_END;
  return WORD_START + wordPattern(piece);
}

function unquoted(text: string): string {
  return /^"(.*)"$/s.exec(text)?.[1] ?? text;
}

function literal(character: string): string {
  return /[\\^$.*+?()[\]{}|/]/.test(character) ? `\\${character}` : character;
}
