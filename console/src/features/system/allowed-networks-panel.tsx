import { useMutation, useQuery } from "@tanstack/react-query";
import { changing, reading } from "../../api/query.ts";
import { useMay } from "../../api/role.ts";
import { accessMessages } from "../../messages/english/installation/access.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { ReadFailure } from "../../ui/feedback/read-failure.tsx";
import { Refusal } from "../../ui/feedback/refusal.tsx";
import { Loading } from "../../ui/feedback/states.tsx";
import { announce } from "../../ui/feedback/toasts.tsx";
import { TextArea } from "../../ui/fields/text-area.tsx";
import { useTyped } from "../../ui/fields/use-typed.ts";
import { Panel } from "../../ui/layout/panel.tsx";

const text = accessMessages.networks;
const address = "GET /svc/api/settings/networks";

/** Networks that can call the service. */
export default function AllowedNetworksPanel() {
  const read = useQuery(reading(address, {}));
  return (
    <Panel title={text.title} text={text.text}>
      {read.isPending && <Loading rows={3} />}
      <ReadFailure reads={[read]} />
      {read.data && <NetworksForm key={read.data.version} {...read.data} />}
    </Panel>
  );
}

interface ReadNetworks {
  readonly networks: readonly string[];
  readonly version: number;
  readonly address: string;
  readonly isThisMachine: boolean;
}

function NetworksForm({ networks, version, address: own, isThisMachine }: ReadNetworks) {
  const { draft, isChanged, set, saved } = useTyped({ networks: networks.join("\n") });
  const mayChange = useMay("administrator");
  const save = useMutation(changing("PUT /svc/api/settings/networks", [address, "GET /svc/api/audit"]));
  const submit = () => {
    const wanted = linesOf(draft.networks);
    save.mutate(
      { networks: wanted, version },
      {
        onSuccess: (kept) => {
          saved();
          announce(text.saved(kept.networks.length));
        },
      },
    );
  };
  return (
    <form
      className="flex flex-col gap-4"
      {...(isChanged && { "data-unsaved": true })}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextArea
        label={text.label}
        hint={text.hint}
        rows={6}
        readOnly={!mayChange}
        value={draft.networks}
        onChange={({ target }) => set({ networks: target.value })}
      />
      <p className="text-muted">{isThisMachine ? text.ownMachine(own) : text.yours(own)}</p>
      {save.error && <Refusal error={save.error} />}
      {mayChange ? (
        <div>
          <Button type="submit" look="primary" disabled={!isChanged} busy={save.isPending}>
            {text.save}
          </Button>
        </div>
      ) : (
        <p className="text-muted">{text.onlyAdministrators}</p>
      )}
    </form>
  );
}

function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
