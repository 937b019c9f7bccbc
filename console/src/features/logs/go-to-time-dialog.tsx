import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { serviceNow } from "../../api/service-clock.ts";
import { logMessages } from "../../messages/english/logs.ts";
import { FormDialog } from "../../ui/dialogs/form-dialog.tsx";
import { announce } from "../../ui/feedback/toasts.tsx";
import { MomentField } from "../../ui/fields/moment-field.tsx";
import { lineAt } from "./search/step-to.ts";

const text = logMessages;

/** Form for the time to show in a log, with the entries around it. */
export default function GoToTimeDialog({
  name,
  onLine,
  onClose,
}: {
  readonly name: string;
  readonly onLine: (number: number) => void;
  readonly onClose: () => void;
}) {
  const [moment, setMoment] = useState<string | undefined>(() => new Date(serviceNow()).toISOString());
  const find = useMutation({ mutationFn: (at: string) => lineAt(name, at) });
  const go = () => {
    if (moment === undefined) return;
    find.mutate(moment, {
      onSuccess: (number) => {
        if (number === undefined) return announce(text.noneAfter);
        onLine(number);
        onClose();
      },
    });
  };
  return (
    <FormDialog
      title={text.goToTitle}
      text={text.goToText(name)}
      submit={text.goToSubmit}
      canSubmit={moment !== undefined}
      isBusy={find.isPending}
      error={find.error}
      onClose={onClose}
      onSubmit={go}
    >
      <MomentField label={text.goToField} value={moment} onChange={setMoment} />
    </FormDialog>
  );
}
