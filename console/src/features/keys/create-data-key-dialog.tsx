import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { useController, useForm } from "react-hook-form";
import type * as z from "zod";
import { keys } from "../../../../shared/keys/contract.ts";
import { changing } from "../../api/query.ts";
import { Refused } from "../../api/refused.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { Refusal } from "../../ui/refusal.tsx";
import { schemaResolver } from "../../ui/schema-resolver.ts";
import { Switch } from "../../ui/switch.tsx";
import { words } from "../../words/words.ts";
import { FilesField, FileVerdicts } from "./data-key-fields.tsx";
import { fileVerdictsOf } from "./file-refusals.ts";
import { type MadeDataKey, NewDataKey } from "./new-data-key.tsx";

const text = words.keys.createData;
type Wish = z.input<typeof keys.createDataApiKey.input>;
interface Values {
  readonly label: string;
  readonly databases: readonly string[];
  readonly user: string;
  readonly pass: string;
  readonly isDataApi: boolean;
  readonly isOData: boolean;
  readonly allowAnyDatabase: boolean;
}

const resolver = schemaResolver<Values>(keys.createDataApiKey.input, {
  databases: text.chooseFile,
  user: text.needAccount,
  isDataApi: text.serves,
});

/** Making a Data API key. A refusal leaves every field as it was, and names the file that failed. */
export default function CreateDataKeyDialog({
  files = [],
  onClose,
}: {
  readonly files?: readonly string[];
  readonly onClose: () => void;
}) {
  const [made, setMade] = useState<MadeDataKey>();
  const form = useForm<Values>({
    resolver,
    defaultValues: {
      label: "",
      databases: files,
      user: "",
      pass: "",
      isDataApi: true,
      isOData: false,
      allowAnyDatabase: false,
    },
  });
  const { errors } = form.formState;
  const databases = useController({ control: form.control, name: "databases" });
  const dataApi = useController({ control: form.control, name: "isDataApi" });
  const odata = useController({ control: form.control, name: "isOData" });
  const any = useController({ control: form.control, name: "allowAnyDatabase" });
  const create = useMutation(changing("POST /svc/api/api-key", ["GET /svc/api/api-key", "GET /svc/api/audit"]));
  const submit = form.handleSubmit(async (values) => {
    const wish: Wish = { ...values, databases: [...values.databases] };
    try {
      const { key } = await create.mutateAsync(wish);
      setMade({ key, files: values.databases, isDataApi: values.isDataApi, isOData: values.isOData });
      create.reset();
      form.reset();
    } catch (thrown) {
      if (!(thrown instanceof Refused)) throw thrown;
      if (thrown.message.includes("wrong account or password")) form.setFocus("pass");
    }
  });

  if (made !== undefined) return <NewDataKey made={made} onClose={onClose} />;
  const verdicts = fileVerdictsOf(create.error);
  return (
    <Dialog
      open
      onClose={onClose}
      title={text.title}
      text={text.text}
      actions={
        <>
          <Button onClick={onClose}>{words.dialog.cancel}</Button>
          <Button type="submit" form="create-data-key" look="primary" busy={create.isPending}>
            {text.submit}
          </Button>
        </>
      }
    >
      <form
        id="create-data-key"
        noValidate
        autoComplete="off"
        className="flex flex-col gap-4"
        onSubmit={(event) => void submit(event)}
      >
        <TextField
          label={words.keys.label}
          hint={text.labelHint}
          maxLength={200}
          autoFocus
          error={errors.label?.message}
          {...form.register("label")}
        />
        <FilesField
          files={databases.field.value}
          onChange={databases.field.onChange}
          error={errors.databases?.message}
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
        <Switch
          label={text.dataApi}
          text={text.dataApiText}
          checked={dataApi.field.value}
          onChange={dataApi.field.onChange}
        />
        <Switch label={text.odata} text={text.odataText} checked={odata.field.value} onChange={odata.field.onChange} />
        <Switch label={text.any} text={text.anyText} checked={any.field.value} onChange={any.field.onChange} />
        {errors.isDataApi && (
          <p role="alert" className="text-bad text-sm">
            {errors.isDataApi.message}
          </p>
        )}
        {verdicts && <FileVerdicts verdicts={verdicts} />}
        {create.error && <Refusal error={create.error} brief={verdicts !== undefined} />}
      </form>
    </Dialog>
  );
}
