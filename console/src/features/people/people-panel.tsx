import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Role } from "#shared/contract/roles.ts";
import type { Person } from "#shared/sessions/people/contract.ts";
import { changing, reading } from "../../api/query.ts";
import { useMay } from "../../api/role.ts";
import { callerText } from "../../messages/caller-text.ts";
import { peopleMessages as text } from "../../messages/english/installation/people.ts";
import { roleRights } from "../../messages/english/installation/roles.ts";
import { messages } from "../../messages/messages.ts";
import { roleOptions } from "../../messages/role-options.ts";
import { Button } from "../../ui/buttons/button.tsx";
import { ReadFailure } from "../../ui/feedback/read-failure.tsx";
import { Refusal } from "../../ui/feedback/refusal.tsx";
import { Loading } from "../../ui/feedback/states.tsx";
import { announce } from "../../ui/feedback/toasts.tsx";
import { TextField } from "../../ui/fields/field.tsx";
import { SelectField } from "../../ui/fields/select-field.tsx";
import { Panel } from "../../ui/layout/panel.tsx";
import { Chip } from "../../ui/values/chip.tsx";
import { Moment } from "../../ui/values/moment.tsx";
import { stalePeople } from "./stale-people.ts";
import { TakeRoleDialog } from "./take-role-dialog.tsx";

/** FileMaker Server's limited accounts that can sign in, with their roles. */
export default function PeoplePanel() {
  const read = useQuery(reading("GET /svc/api/people", {}));
  const [asked, setAsked] = useState<Person>();
  const mayGive = useMay("administrator");
  const people = read.data?.people;
  return (
    <Panel title={text.title} text={text.text}>
      {read.isPending && <Loading rows={3} />}
      <ReadFailure reads={[read]} />
      {people?.length === 0 && <p className="text-muted">{text.none}</p>}
      {people !== undefined && people.length > 0 && (
        <ul aria-label={text.list} className="divide-y divide-line">
          {people.map((person) => (
            <PersonRow key={person.name} person={person} onTake={mayGive ? () => setAsked(person) : undefined} />
          ))}
        </ul>
      )}
      {mayGive ? <GiveRole /> : <p className="mt-3 text-muted">{text.onlyAdministrators}</p>}
      {asked && <TakeRoleDialog name={asked.name} onClose={() => setAsked(undefined)} />}
    </Panel>
  );
}

function PersonRow({ person, onTake }: { readonly person: Person; readonly onTake: (() => void) | undefined }) {
  const { name, role, given_by: givenBy, given_at: givenAt } = person;
  return (
    <li className="flex flex-wrap items-start justify-between gap-3 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium wrap-anywhere">
          {name} <Chip>{messages.frame.roles[role]}</Chip>
        </p>
        <p className="text-muted text-sm">
          {text.givenBy(callerText(givenBy))} · <Moment at={givenAt} />
        </p>
      </div>
      {onTake && (
        <Button needs="DELETE /svc/api/people/{name}" aria-label={text.takeOf(name)} onClick={onTake}>
          {text.take}
        </Button>
      )}
    </li>
  );
}

/** Form that sets the role of an account. */
function GiveRole() {
  const [name, setName] = useState("");
  const [role, setRole] = useState<Role>("viewer");
  const [isNameless, setNameless] = useState(false);
  const give = useMutation(changing("PUT /svc/api/people/{name}", stalePeople));
  const submit = () => {
    const wanted = name.trim();
    setNameless(wanted === "");
    if (wanted === "") return;
    give.mutate(
      { name: wanted, role },
      {
        onSuccess: (person) => {
          announce(text.given(person.name, messages.frame.roles[person.role]));
          setName("");
        },
      },
    );
  };
  return (
    <form
      className="mt-4 flex flex-col gap-4 border-line border-t pt-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={text.name}
          hint={text.nameHint}
          error={isNameless ? text.needName : undefined}
          value={name}
          maxLength={255}
          autoCapitalize="none"
          spellCheck={false}
          onChange={({ target }) => setName(target.value)}
        />
        <SelectField label={text.role} hint={roleRights[role]} value={role} options={roleOptions} onChange={setRole} />
      </div>
      {give.error && <Refusal error={give.error} />}
      <div>
        <Button needs="PUT /svc/api/people/{name}" type="submit" look="primary" busy={give.isPending}>
          {text.give}
        </Button>
      </div>
    </form>
  );
}
