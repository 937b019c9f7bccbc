/** List of KMS keys as a text, newest first, which CloudFormation completes with the ARN of the stack's own key. */
export interface EncryptionKeys {
  readonly "Fn::Sub": string;
}

/**
 * Returns the keys of the parameter `encryptionKeys`, in which `own` is the stack's key. Replaced here, because CloudFormation has no function
 * that replaces a part of a text.
 */
export function encryptionKeysOf(parameter: string): EncryptionKeys {
  const keys = parameter.split(",");
  // biome-ignore lint/suspicious/noTemplateCurlyInString: CloudFormation's syntax for references
  return { "Fn::Sub": keys.map((key) => (key === "own" ? "${EncryptionKey.Arn}" : key)).join(",") };
}
