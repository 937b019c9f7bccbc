import { Menu } from "@base-ui/react/menu";
import { Check } from "lucide-react";
import { messages } from "../../messages/messages.ts";
import { menuClasses } from "../menus/menu-entries.tsx";
import type { ColumnChoice } from "./column-choice.ts";
import { ColumnsFace } from "./columns-face.tsx";

const lineClasses =
  "mx-1 flex h-8 cursor-pointer select-none items-center gap-2.5 rounded-md px-2.5 text-sm outline-none data-disabled:cursor-default data-highlighted:bg-selection data-disabled:text-muted";

/** Column selection after its first press: initially open. */
export default function OpenedColumnsButton({
  choice,
  sort,
}: {
  readonly choice: ColumnChoice;
  readonly sort: string | undefined;
}) {
  const { columns, shown, toggle, showAll } = choice;
  const sortedBy = sort?.replace(/^-/, "");
  return (
    <Menu.Root defaultOpen>
      <Menu.Trigger render={<ColumnsFace choice={choice} className="data-popup-open:bg-selection" />} />
      <Menu.Portal>
        <Menu.Positioner align="end" sideOffset={4} className="z-30">
          <Menu.Popup className={menuClasses}>
            {columns.map(({ id, title }, index) => {
              const isShown = shown?.has(id) ?? true;
              return (
                <Menu.CheckboxItem
                  key={id}
                  checked={isShown}
                  disabled={index === 0}
                  onCheckedChange={() => toggle(id)}
                  className={lineClasses}
                >
                  <span className="flex w-4 shrink-0">
                    <Menu.CheckboxItemIndicator>
                      <Check aria-hidden size={15} />
                    </Menu.CheckboxItemIndicator>
                  </span>
                  {title}
                  {/* The order of the rows is no longer visible in a column header. */}
                  {!isShown && id === sortedBy && (
                    <span className="ml-auto pl-3 text-muted">{messages.table.sortedByHidden}</span>
                  )}
                </Menu.CheckboxItem>
              );
            })}
            <div className="mt-1 border-line border-t pt-1">
              <Menu.Item disabled={shown === undefined} onClick={showAll} className={lineClasses}>
                <span className="w-4 shrink-0" />
                {messages.table.showAllColumns}
              </Menu.Item>
            </div>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
