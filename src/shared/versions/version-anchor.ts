/** The id of a version's entry in the history on `/update/{id}`: e-mails and pages link to it. */
export const versionAnchor = (versionId: string) => `version-${versionId}`;
