import { encryptionContextOf } from "#shared/aws/kms/vault.ts";
import type { SealingVault } from "#shared/ports/vault.ts";
import type { CheckedCalls } from "./checked-calls.ts";
import { permissionsOf } from "./permissions.ts";
import type { Roles } from "./roles.ts";

/**
 * Checks each secret that is sealed or opened. A test's functions share one vault and its cached data keys; on AWS each function must
 * request them from KMS.
 */
export function checkedVault(vault: SealingVault, check: CheckedCalls["check"], arns: Roles["arns"]): SealingVault {
  const checkFor = (command: string, kind: string): void =>
    check(...permissionsOf("KMSClient", command, { EncryptionContext: encryptionContextOf(kind) }, arns));
  return {
    ...vault,
    async seal(plaintext, context) {
      checkFor("GenerateDataKeyCommand", context.kind);
      return vault.seal(plaintext, context);
    },
    async open(sealed, context) {
      checkFor("DecryptCommand", context.kind);
      return vault.open(sealed, context);
    },
  };
}
