import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { reading } from "../../../api/query.ts";
import { adminMcpMessages } from "../../../messages/english/mcp/admin.ts";
import { ReadFailure } from "../../../ui/feedback/read-failure.tsx";
import { Loading } from "../../../ui/feedback/states.tsx";
import { SelectField } from "../../../ui/fields/select-field.tsx";
import { Switch } from "../../../ui/fields/switch.tsx";
import { Panel } from "../../../ui/layout/panel.tsx";
import { Chip } from "../../../ui/values/chip.tsx";
import { toolsets } from "./toolsets.ts";

const text = adminMcpMessages.preview;

/** Tools that a client receives, depending on its request. */
export function AdminPreview() {
  const [asked, setAsked] = useState("");
  const [readOnly, setReadOnly] = useState(false);
  const read = useQuery(
    reading("GET /svc/api/admin-mcp/tools", {
      ...(asked !== "" && { toolsets: asked }),
      ...(readOnly && { readonly: "true" as const }),
    }),
  );
  const preview = read.data;
  return (
    <Panel title={text.title} text={text.text}>
      <div className="flex flex-col gap-4">
        <SelectField
          label={text.which}
          value={asked}
          options={[
            { value: "", text: text.usual },
            { value: "all", text: text.all },
            ...toolsets.map(({ name }) => ({ value: name, text: adminMcpMessages.toolset[name] })),
          ]}
          onChange={setAsked}
        />
        <Switch label={adminMcpMessages.readOnly} checked={readOnly} onChange={setReadOnly} />
        {read.isPending && <Loading rows={6} />}
        <ReadFailure reads={[read]} />
        {preview && (
          <>
            <p role="status" className="text-muted text-sm">
              {preview.tools.length === 0 ? text.none : text.size(preview.tools.length, preview.tokens)}
            </p>
            <ul aria-label={text.title} className="divide-y divide-line">
              {preview.tools.map((tool) => (
                <li key={tool.name} className="py-2">
                  <p className="flex flex-wrap items-center gap-2">
                    <span className="break-all font-mono font-medium text-sm">{tool.name}</span>
                    {tool.readOnly && <Chip tone="good">{text.readOnly}</Chip>}
                    {tool.destructive && <Chip tone="warn">{text.destructive}</Chip>}
                  </p>
                  <p className="wrap-anywhere text-muted text-sm">{tool.description}</p>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Panel>
  );
}
