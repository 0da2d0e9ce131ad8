/**
 * Embeddings, overrides and isolates turn what stands after them, wherever it is shown. The marks of a single place (U+200E,
 * U+200F, U+061C) turn nothing of others, and names in Hebrew and Arabic need them.
 */
const turning = /[\u202a-\u202e\u2066-\u2069]/g;

export function withoutTurning(text: string): string {
  return text.replaceAll(turning, '');
}

/** Among letters and signs, too, there are some that show nothing, such as the fillers of Hangul and the empty cell of Braille. */
const visible = /(?![\p{Default_Ignorable_Code_Point}\u2800])[\p{L}\p{N}\p{P}\p{S}]/u;

/** Whether anything of it is seen. */
export function isVisible(text: string): boolean {
  return visible.test(text);
}
