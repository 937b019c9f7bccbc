import { createContext, Script } from "node:vm";
import { ServiceError } from "#shared/contract/errors.ts";
import { bareDatabaseName } from "#shared/contract/values/database-name.ts";
import { type RegexOperations, SubDeployment, type SubDeploymentInput } from "./contract.ts";

/** An expression that tries every way through a name may take longer than the universe: it is ended. Milliseconds. */
const timeLimitMs = 200;

/** A part with its files one by one. @throws ServiceError input_invalid */
export function withEachFile(part: SubDeploymentInput): SubDeployment {
  const { fileOperations } = part;
  if (Array.isArray(fileOperations)) return { ...part, fileOperations };
  const parsed = SubDeployment.shape.fileOperations.safeParse(regexOperations(fileOperations));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const text = `\`regex\`: it makes what cannot be: ${issue?.path.join(".")} ${issue?.message}`;
    throw new ServiceError("input_invalid", { text });
  }
  return { ...part, fileOperations: parsed.data };
}

/** Each target is called as the expression makes of its source. */
function regexOperations({ regex, replacement, source, target, files }: RegexOperations): readonly unknown[] {
  const { encryptionKey: sourceKey, ...sourceAccount } = source;
  const { encryptionKey: targetKey, location, ...targetAccount } = target;
  return files.map((file) => {
    if (file.operation === "close") return file;
    const { fileName } = file.operation === "migrate" ? file.clone : file.source;
    const from = { fileName, encryptionKey: sourceKey };
    const to = { fileName: replacedName(bareDatabaseName(fileName), regex, replacement), encryptionKey: targetKey };
    if (file.operation === "migrate")
      return { ...file, clone: { ...from, ...sourceAccount }, dataSource: { ...to, ...targetAccount }, target: to };
    return { ...file, source: from, target: to, ...(file.operation === "install" && { location }) };
  });
}

/** @throws ServiceError input_invalid where it is no expression, or takes too long */
function replacedName(name: string, regex: string, replacement: string): string {
  try {
    const script = new Script("name.replace(new RegExp(regex), replacement)");
    return String(script.runInContext(createContext({ name, regex, replacement }), { timeout: timeLimitMs }));
  } catch (cause) {
    const isSlow = (cause as NodeJS.ErrnoException).code === "ERR_SCRIPT_EXECUTION_TIMEOUT";
    const text = isSlow ? "it takes too long" : "it is no regular expression";
    throw new ServiceError("input_invalid", { text: `\`regex\`: ${text}`, cause });
  }
}
