import type { Form } from './negotiate.ts';

/** Bytes that a reader of a whole answer did not have to download. */
export interface BytesSaved {
  /** Since the file is packed: the plain one is larger. */
  byCompression: number;
  /** Since the reader held an earlier content: the smallest form that needs none is larger. */
  byDeltas: number;
}

/** What one answer in a form spares, beside the other forms that there are. */
export function bytesSavedBy(form: Form, forms: readonly Form[]): BytesSaved {
  const plain = forms.find(({ encoding }) => encoding === 'identity')?.size ?? form.size;
  const whole =
    form.dictionary === null
      ? form.size
      : Math.min(plain, ...forms.filter(({ dictionary }) => dictionary === null).map(({ size }) => size));
  return { byCompression: Math.max(0, plain - whole), byDeltas: Math.max(0, whole - form.size) };
}
