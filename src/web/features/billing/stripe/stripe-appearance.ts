import type { StripeElementStyle } from '@stripe/stripe-js';
import { useMemo } from 'react';
import { useMediaQuery } from '#web/lib/hooks/use-media-query.ts';
import { useColorTheme } from '#web/lib/page/theme.ts';

/**
 * The appearance of Stripe's fields: like Flux's own, in the current theme. They are cross-origin frames
 * without Flux's variables and font, so the colours are computed here.
 */
export function useStripeAppearance(): StripeElementStyle {
  const [theme] = useColorTheme();
  const isWide = useMediaQuery('(min-width: 48rem)');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme decides what the tokens are
  return useMemo(() => {
    const [text, muted, danger] = ['--color-text', '--color-muted', '--color-danger'].map(colourOf);
    return {
      base: {
        color: text,
        iconColor: muted,
        fontFamily: 'ui-sans-serif, system-ui, sans-serif',
        // As in Flux's inputs: a smaller font makes phones zoom in.
        fontSize: isWide ? '14px' : '16px',
        fontSmoothing: 'antialiased',
        '::placeholder': { color: muted },
      },
      invalid: { color: danger, iconColor: danger },
    };
  }, [theme, isWide]);
}

/** The current value of a token, in a notation that every browser and Stripe read. */
function colourOf(token: string): string {
  const probe = document.createElement('span');
  probe.style.color = `var(${token})`;
  document.body.append(probe);
  const { color } = getComputedStyle(probe);
  probe.remove();
  const canvas = document.createElement('canvas');
  canvas.width = 1;
  canvas.height = 1;
  const context = canvas.getContext('2d');
  if (!context) return color;
  context.fillStyle = color;
  context.fillRect(0, 0, 1, 1);
  const [red, green, blue] = context.getImageData(0, 0, 1, 1).data;
  return `rgb(${red}, ${green}, ${blue})`;
}
