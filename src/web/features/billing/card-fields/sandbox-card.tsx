import type { CardFaceProps } from './card-form.ts';

export default function SandboxCard(_props: CardFaceProps) {
  return null;
}
