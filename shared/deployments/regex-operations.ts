import { RE2JS, RE2JSException } from "re2js";
import { ServiceError } from "#shared/contract/errors.ts";
import { bareDatabaseName, fullDatabaseName } from "#shared/contract/values/database-name.ts";
import { type RegexOperations, SubDeployment, type SubDeploymentInput } from "./request/contract.ts";

/** Expands the files of a part into single operations. @throws ServiceError input_invalid */
export function withEachFile(part: SubDeploymentInput): SubDeployment {
  const { fileOperations } = part;
  if (Array.isArray(fileOperations)) return { ...part, fileOperations };
  const parsed = SubDeployment.shape.fileOperations.safeParse(regexOperations(fileOperations));
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const text = `\`regex\`: has an invalid result: ${issue?.path.join(".")} ${issue?.message}`;
    throw new ServiceError("input_invalid", { text });
  }
  return { ...part, fileOperations: parsed.data };
}

/** Returns an operation per file. The expression derives the name of each target from the name of its source. */
function regexOperations({ regex, replacement, source, target, files }: RegexOperations): readonly unknown[] {
  const { encryptionKey: sourceKey, ...sourceAccount } = source;
  const { encryptionKey: targetKey, location, ...targetAccount } = target;
  const targetName = replacing(regex, replacement);
  return files.map((file) => {
    if (file.operation === "close") return file;
    const { fileName } = file.operation === "migrate" ? file.clone : file.source;
    const from = { fileName, encryptionKey: sourceKey };
    const to = { fileName: named(targetName(bareDatabaseName(fileName))), encryptionKey: targetKey };
    if (file.operation === "migrate")
      return { ...file, clone: { ...from, ...sourceAccount }, dataSource: { ...to, ...targetAccount }, target: to };
    return { ...file, source: from, target: to, ...(file.operation === "install" && { location }) };
  });
}

/** Returns a result of the expression as a file name. An empty result stays empty, and is refused. */
function named(result: string): string {
  return result === "" ? result : fullDatabaseName(result);
}

/**
 * Returns a function that replaces by RE2 only, whose run time is linear in the length of the name for any expression.
 * @throws ServiceError input_invalid
 */
function replacing(regex: string, replacement: string): (name: string) => string {
  try {
    const expression = RE2JS.compile(RE2JS.translateRegExp(regex));
    return (name) => expression.matcher(name).replaceFirst(replacement);
  } catch (cause) {
    if (!(cause instanceof RE2JSException)) throw cause;
    throw new ServiceError("input_invalid", { text: `\`regex\`: ${cause.message}`, cause });
  }
}
