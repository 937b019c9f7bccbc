import type { ReactNode } from "react";
import type { Database } from "#shared/files/contract.ts";
import { useMayCall } from "../../api/role.ts";
import { operationMessages } from "../../messages/english/operations.ts";
import { classes } from "../../ui/classes.ts";
import { gateOf, type OperationName, operations } from "./operations.ts";
import { useServerVersion } from "./use-server-version.ts";

const text = operationMessages;
const groups = ["get", "care", "change", "protect"] as const;

/** Operations on a file as a whole; unavailable ones have a reason. */
export function OperationsPanel({
  file,
  notice,
  onChoose,
}: {
  readonly file: Database;
  /** Reason why none is available. */
  readonly notice: ReactNode;
  readonly onChoose: (operation: OperationName) => void;
}) {
  const version = useServerVersion();
  const mayChange = useMayCall()("POST /svc/api/fm-file/rename");
  return (
    <div className="flex flex-col gap-5">
      {notice}
      <p className="max-w-prose text-muted">{text.text}</p>
      {groups.map((group) => (
        <section key={group} aria-labelledby={`operations-${group}`} className="flex flex-col gap-2">
          <h2 id={`operations-${group}`} className="font-semibold">
            {text.groups[group]}
          </h2>
          <ul className="grid gap-2 sm:grid-cols-2 lg:grid-cols-3">
            {operations
              .filter((operation) => operation.group === group)
              .map((operation) => {
                const { name, icon: Icon, danger } = operation;
                const gate = mayChange ? gateOf(operation, file, version) : operationMessages.notForRole;
                return (
                  <li key={name} className="flex">
                    <button
                      type="button"
                      aria-disabled={gate !== undefined}
                      onClick={() => gate === undefined && onChoose(name)}
                      className={classes(
                        "flex w-full items-start gap-3 rounded-lg border border-line bg-panel p-3 text-left",
                        gate === undefined
                          ? "hover:border-line-strong hover:bg-selection"
                          : "cursor-default border-dashed",
                      )}
                    >
                      <Icon
                        aria-hidden
                        size={18}
                        className={classes("mt-0.5 shrink-0", danger === true ? "text-bad" : "text-accent")}
                      />
                      <span className="min-w-0">
                        <span className={classes("block font-medium", gate !== undefined && "text-muted")}>
                          {text.names[name]}
                        </span>
                        <span className="block text-muted text-sm">{text.sentences[name]}</span>
                        {gate !== undefined && <span className="mt-1 block text-sm text-warn">{gate}</span>}
                      </span>
                    </button>
                  </li>
                );
              })}
          </ul>
        </section>
      ))}
    </div>
  );
}
