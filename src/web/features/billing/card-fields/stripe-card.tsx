import type { CardFaceProps } from './card-form.ts';

export default function StripeCard(_props: CardFaceProps) {
  return null;
}
