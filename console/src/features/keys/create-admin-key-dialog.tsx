import { useMutation } from "@tanstack/react-query";
import { TriangleAlert } from "lucide-react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { keys } from "../../../../shared/keys/contract.ts";
import { configuration, serviceOrigin } from "../../api/configuration.ts";
import { changing } from "../../api/query.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { schemaResolver } from "../../ui/schema-resolver.ts";
import { words } from "../../words/words.ts";
import { NewKeyDialog } from "./new-key-dialog.tsx";
import { readyAdminRequests } from "./ready-requests.ts";

const text = words.keys.createAdmin;
interface Values {
  readonly label: string;
  readonly user: string;
  readonly pass: string;
}
const resolver = schemaResolver<Values>(keys.createAdminApiKey.input, { user: words.keys.createData.needAccount });

/** Making an Admin API key, which may do everything: said before it is made. */
export default function CreateAdminKeyDialog({ onClose }: { readonly onClose: () => void }) {
  const [value, setValue] = useState<string>();
  const form = useForm<Values>({ resolver, defaultValues: { label: "", user: "", pass: "" } });
  const { errors } = form.formState;
  const create = useMutation(
    changing("POST /svc/api/admin-api-key", ["GET /svc/api/admin-api-key", "GET /svc/api/audit", "GET /svc/api/info"]),
  );
  const submit = form.handleSubmit((values) =>
    create.mutate(values, {
      onSuccess: ({ key }) => {
        setValue(key);
        create.reset();
        form.reset();
      },
      onError: () => form.setFocus("pass"),
    }),
  );

  if (value !== undefined) {
    const requests = readyAdminRequests({ origin: serviceOrigin(), prefix: configuration().prefix, key: value });
    return <NewKeyDialog value={value} requests={requests} kinds={["curl", "typescript"]} onClose={onClose} />;
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={text.title}
      actions={
        <>
          <Button onClick={onClose}>{words.dialog.cancel}</Button>
          <Button type="submit" form="create-admin-key" look="primary" busy={create.isPending}>
            {text.submit}
          </Button>
        </>
      }
    >
      <form
        id="create-admin-key"
        noValidate
        autoComplete="off"
        className="flex flex-col gap-4"
        onSubmit={(event) => void submit(event)}
      >
        <p className="flex items-start gap-2 rounded-md bg-warn-ground p-3 text-sm text-warn">
          <TriangleAlert aria-hidden size={16} className="mt-0.5 shrink-0" />
          {text.warning}
        </p>
        <TextField
          label={words.keys.label}
          hint={words.keys.createData.labelHint}
          maxLength={200}
          autoFocus
          error={errors.label?.message}
          {...form.register("label")}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label={words.keys.account}
            hint={text.accountHint}
            autoCapitalize="none"
            spellCheck={false}
            error={errors.user?.message}
            {...form.register("user")}
          />
          <TextField
            label={words.keys.password}
            type="password"
            autoComplete="new-password"
            error={errors.pass?.message}
            {...form.register("pass")}
          />
        </div>
        {create.error && <Refusal error={create.error} />}
      </form>
    </Dialog>
  );
}
