/** One sentence of the specification, or of our own promises, that a test proves. */
interface Requirement {
  readonly text: string;
  /** Where it stands: the specification's heading and place. */
  readonly source: string;
  /** The resource that owns it, while it is not built yet. No test may cite it then. */
  readonly planned?: string;
}

/** Everything that must hold. tests/architecture/requirements.test.ts finds gaps and stray citations. */
export const requirements = {} as const satisfies Readonly<Record<string, Requirement>>;

type Requirements = typeof requirements;

/** The requirements that tests may and must cite. */
export type RequirementId = {
  [Id in keyof Requirements]: Requirements[Id] extends { planned: string } ? never : Id;
}[keyof Requirements];
