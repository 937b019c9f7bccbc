import { useState } from "react";
import { keyPageMessages } from "../../../messages/english/keys/key-page.ts";
import { Button } from "../../../ui/buttons/button.tsx";
import { Framed } from "../../../ui/layout/framed.tsx";
import { lazyPart } from "../../../ui/lazy-part.ts";
import { Moment } from "../../../ui/values/moment.tsx";
import { keyKinds } from "../key-kinds.ts";
import type { RefusedAccount } from "./refused-accounts.ts";
import { RefusedLine } from "./refused-line.tsx";

const ChangePassword = lazyPart(() => import("../dialogs/change-password-dialog.tsx"));
const text = keyPageMessages.account;

/** Line for each account, with the actions that fix it. */
export default function RefusedAccountsLines({ accounts }: { readonly accounts: readonly RefusedAccount[] }) {
  const [changed, setChanged] = useState<RefusedAccount>();
  const [first] = changed?.keys ?? [];
  return (
    <>
      <Framed>
        {accounts.map((refused) => (
          <RefusedLine
            key={refused.account}
            actions={
              <Button needs="POST /svc/api/api-key/{key}/change-password" onClick={() => setChanged(refused)}>
                {text.change}
              </Button>
            }
          >
            {text.refused(refused.account, refused.files.join(", "))} {text.affected(refused.keys.length)}{" "}
            <Moment at={refused.since} />.
          </RefusedLine>
        ))}
      </Framed>
      {changed && first && (
        <ChangePassword
          kind={keyKinds.data}
          id={first.id}
          account={changed.account}
          onClose={() => setChanged(undefined)}
        />
      )}
    </>
  );
}
