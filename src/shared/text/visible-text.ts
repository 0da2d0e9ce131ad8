/**
 * Embeddings, overrides and isolates change the direction of the following text. The single marks (U+200E,
 * U+200F, U+061C) affect nothing else, and names in Hebrew and Arabic need them.
 */
const turning = /[\u202a-\u202e\u2066-\u2069]/g;

export function stripDirectionMarks(text: string): string {
  return text.replaceAll(turning, '');
}

/** Some letters and symbols are invisible too, such as Hangul fillers and the empty Braille cell. */
const visible = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u;

/** Whether any character is visible. */
export function isVisible(text: string): boolean {
  return visible.test(text);
}
