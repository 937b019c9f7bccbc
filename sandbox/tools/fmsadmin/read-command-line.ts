import { COMMAND_WORDS } from "./command-words.ts";
import { longName, OPTIONS } from "./option-table.ts";

/** Parsed command line of fmsadmin. */
export interface CommandLine {
  /** Words of the command in uppercase, such as `LIST FILES`; undefined for an unknown command. */
  readonly command: string | undefined;
  readonly operands: readonly string[];
  readonly options: Readonly<Record<string, string | true>>;
  /** 11000 or 11001 if the command line is invalid. */
  readonly error: number;
}

const INVALID_COMMAND = 11000;
const INVALID_OPTION = 11001;

/**
 * Parses a command line. Options can come before and after the command; short ones can be combined, with their value directly after them.
 */
export function readCommandLine(given: readonly string[]): CommandLine {
  const rest = [...given];
  const words: string[] = [];
  const options: Record<string, string | true> = {};
  let isGood = true;
  const take = (name: string | undefined, glued: string | undefined): void => {
    const option = name === undefined ? undefined : OPTIONS[name];
    const value = option?.takesValue === true ? (glued ?? rest.shift()) : true;
    if (name === undefined || option === undefined || value === undefined) isGood = false;
    else options[name] = value;
  };
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    // Nothing published says that two dashes end the options: they are an option without a name.
    if (word.startsWith("--")) take(word.slice(2).toLowerCase(), undefined);
    else if (!/^-[^\d-]/.test(word)) words.push(word);
    else {
      for (let at = 1; at < word.length; at += 1) {
        const name = longName(word.charAt(at));
        const takesValue = name !== undefined && OPTIONS[name]?.takesValue === true;
        take(name, takesValue && at + 1 < word.length ? word.slice(at + 1) : undefined);
        if (takesValue) break;
      }
    }
  }
  const { command, operands } = commandIn(words);
  const error = isGood ? (command === undefined && !asksForNothing(options) ? INVALID_COMMAND : 0) : INVALID_OPTION;
  return { command, operands, options, error };
}

function commandIn(words: readonly string[]): Pick<CommandLine, "command" | "operands"> {
  const [first = "", second = "", ...rest] = words;
  const kinds = COMMAND_WORDS[first.toUpperCase()];
  if (kinds === undefined) return { command: undefined, operands: words };
  if (kinds.length === 0) return { command: first.toUpperCase(), operands: words.slice(1) };
  // `list file` and `run schedules` also work.
  const kind = kinds.find((one) => [one, `${one}S`, one.replace(/S$/, "")].includes(second.toUpperCase()));
  if (kind === undefined) return { command: undefined, operands: words };
  return { command: `${first.toUpperCase()} ${kind}`, operands: rest };
}

function asksForNothing({ version, help }: CommandLine["options"]): boolean {
  return version === true || help === true;
}
