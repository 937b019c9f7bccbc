import { createHash, type Hash } from "node:crypto";
import { SaxesParser, type SaxesTagPlain } from "saxes";
import { type ObjectKind, objectKinds } from "#shared/agent/protocol/tasks/comparison-tasks.ts";
import { Refused } from "../../refused.ts";

/** Object of a file. Objects with the same digest only differ in their names. */
export interface StructureObject {
  /** ID within its kind, or for a field within its table. Empty if the file has none. */
  readonly id: string;
  /** UUID, which survives renaming. Undefined if the file has none. */
  readonly uuid: string | undefined;
  readonly name: string;
  /** Table of a field. */
  readonly table: Reference | undefined;
  readonly digest: string;
}

/** All compared objects of a file. */
export type FileStructure = Readonly<Record<ObjectKind, readonly StructureObject[]>>;

interface Reference {
  readonly id: string;
  readonly name: string;
}

type Attributes = SaxesTagPlain["attributes"];

/** Sections of a file's XML that are read, and the element in each that represents one object. */
const catalogs: Readonly<Record<string, { readonly kind: ObjectKind; readonly element: string }>> = {
  BaseTableCatalog: { kind: "table", element: "BaseTable" },
  FieldCatalog: { kind: "field", element: "Field" },
  TableOccurrenceCatalog: { kind: "tableOccurrence", element: "TableOccurrence" },
  LayoutCatalog: { kind: "layout", element: "Layout" },
  ScriptCatalog: { kind: "script", element: "Script" },
  StepsForScripts: { kind: "script", element: "Script" },
  ValueListCatalog: { kind: "valueList", element: "ValueList" },
  OptionsForValueLists: { kind: "valueList", element: "ValueList" },
  CustomFunctionsCatalog: { kind: "customFunction", element: "CustomFunction" },
  CalcsForCustomFunctions: { kind: "customFunction", element: "CustomFunctionCalc" },
  PrivilegeSetsCatalog: { kind: "privilegeSet", element: "PrivilegeSet" },
};

/** Attributes that change with any save, or that don't affect an object's behavior. */
const passing = new Set(["UUID", "modifications", "timestamp", "userName", "accountName", "membercount"]);

/** Object whose parts are in several places of the XML. */
interface Draft {
  readonly id: string;
  readonly name: string;
  readonly uuid: string | undefined;
  readonly table: Reference | undefined;
  readonly digests: readonly string[];
}

/** Element being read. */
interface Open {
  readonly catalog: string;
  readonly kind: ObjectKind;
  readonly depth: number;
  readonly hash: Hash;
  id: string | undefined;
  name: string;
  uuid: string;
}

/** Reads the XML of a file in pieces, and keeps the identity of each object and a digest of the rest. @throws Refused */
export function structureReader() {
  const drafts = new Map<ObjectKind, Map<string, Draft>>(objectKinds.map((kind) => [kind, new Map()]));
  let depth = 0;
  let catalog: { readonly name: string; readonly depth: number } | undefined;
  let table: Reference | undefined;
  let object: Open | undefined;
  /** Depth of the UUID being read. */
  let uuidDepth: number | undefined;

  const opened = ({ name: tag, attributes }: Pick<SaxesTagPlain, "name" | "attributes">): void => {
    depth += 1;
    const definition = catalog === undefined ? undefined : catalogs[catalog.name];
    if (object !== undefined) inObject(object, tag, attributes);
    else if (catalog === undefined || definition === undefined) {
      if (Object.hasOwn(catalogs, tag)) catalog = { name: tag, depth };
    } else if (tag === definition.element && !isFolder(attributes)) {
      const { id, name = "" } = attributes;
      const { kind } = definition;
      object = { catalog: catalog.name, kind, depth, hash: createHash("sha256"), id, name, uuid: "" };
      digestTag(object.hash, tag, attributes, ["id", "name"]);
    } else if (definition.kind === "field" && tag === "BaseTableReference") {
      table = { id: attributes.id ?? "", name: attributes.name ?? "" };
    }
  };

  const inObject = (open: Open, name: string, attributes: Attributes): void => {
    const isOwn = depth === open.depth + 1;
    const isReference = name.endsWith("Reference");
    if (name === "UUID") uuidDepth ??= depth;
    // Only a reference says which object the element belongs to.
    if (isOwn && isReference && open.id === undefined) {
      open.id = attributes.id;
      open.name = attributes.name ?? open.name;
    }
    // References are compared by ID: a renamed target is only a change of the target. Step names are in the exporter's language.
    const ignored = isReference ? ["name"] : name === "Step" ? ["name", "index"] : [];
    digestTag(open.hash, name, attributes, ignored);
  };

  const text = (piece: string): void => {
    if (object === undefined || piece.trim() === "") return;
    if (uuidDepth === undefined) object.hash.update(`\0text\0${piece}`);
    else if (uuidDepth === object.depth + 1) object.uuid += piece.trim();
  };

  const closed = (): void => {
    if (uuidDepth === depth) uuidDepth = undefined;
    if (object?.depth === depth) {
      keep(object);
      object = undefined;
    } else object?.hash.update("\0end");
    if (catalog?.depth === depth) {
      catalog = undefined;
      table = undefined;
    }
    depth -= 1;
  };

  const keep = ({ kind, id = "", name, uuid, catalog: from, hash }: Open): void => {
    const ofKind = drafts.get(kind) as Map<string, Draft>;
    const parent = kind === "field" ? table : undefined;
    const key = `${parent?.id ?? ""}|${id === "" ? `name ${name}` : id}`;
    const before = ofKind.get(key);
    ofKind.set(key, {
      id,
      name: before?.name || name,
      uuid: before?.uuid ?? (uuid === "" ? undefined : uuid),
      table: parent,
      digests: [...(before?.digests ?? []), `${from} ${hash.digest("base64")}`],
    });
  };

  const parser = new SaxesParser({ xmlns: false, position: false });
  parser.on("error", refuseBroken);
  parser.on("doctype", () => {
    throw new Refused("wrong-kind", "the XML has a document type, which the tool never writes");
  });
  parser.on("opentag", opened);
  parser.on("text", text);
  parser.on("cdata", text);
  parser.on("closetag", closed);

  return {
    write: (piece: string): void => void parser.write(piece),
    end(): FileStructure {
      parser.close();
      const objectsOf = (kind: ObjectKind) =>
        [...(drafts.get(kind)?.values() ?? [])].map(({ digests, ...draft }) => ({
          ...draft,
          digest: [...digests].sort().join(" "),
        }));
      return Object.fromEntries(objectKinds.map((kind) => [kind, objectsOf(kind)])) as unknown as FileStructure;
    },
  };
}

/** True for folders of layouts and scripts, their ends, and separators. */
function isFolder({ isFolder = "False", isSeparatorItem = "False" }: Attributes): boolean {
  return isFolder !== "False" || isSeparatorItem !== "False";
}

function digestTag(hash: Hash, name: string, attributes: Attributes, ignored: readonly string[]): void {
  hash.update(`\0tag\0${name}`);
  for (const [key, value] of Object.entries(attributes))
    if (!passing.has(key) && !ignored.includes(key)) hash.update(`\0${key}\0${value}`);
}

/** Ignores characters that XML doesn't allow but FileMaker texts contain. */
function refuseBroken(fault: Error): void {
  if (fault.message.includes("disallowed character.") || fault.message.includes("malformed character entity.")) return;
  throw new Refused("wrong-kind", `the XML is damaged: ${fault.message}`, { cause: fault });
}
