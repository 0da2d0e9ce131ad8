import { Check, ChevronDown } from 'lucide-react';
import { type ComponentProps, useId } from 'react';
import type { Theme } from '#shared/apps/themes.ts';
import { texts } from '../../i18n/en/ui.ts';
import { useDetailsOpen } from '../lists/use-details-open.ts';
import { FieldError } from './field.tsx';
import { ThemePreview } from './theme-preview.tsx';

const themeTexts: Record<Theme, { label: string; text: string }> = {
  vanilla: { label: texts.vanilla, text: texts.yourBuildsOwnPageUnchanged },
  modern: { label: texts.modern, text: texts.cleanAndSoft },
  gaming: { label: texts.gaming, text: texts.boldWithABrightEdge },
  corporate: { label: texts.corporate, text: texts.lightAndRestrained },
  minimal: { label: texts.minimal, text: texts.onlyTheGameAndAThinLine },
  dark: { label: texts.dark, text: texts.blackBackground },
};

interface ThemePickerProps {
  themes: readonly Theme[];
  error: string | undefined;
  /** Props of each radio button: its name, its listeners. */
  field: ComponentProps<'input'>;
}

/** One of the themes, each with a preview. */
export function ThemePicker(props: ThemePickerProps) {
  const id = useId();
  return (
    <div className="group grid gap-1.5">
      <span id={id} className="font-medium group-has-disabled:opacity-60">
        {texts.theme}
      </span>
      <Choices labelledBy={id} {...props} />
    </div>
  );
}

/** Shows only the chosen theme, and expands to all. Stays expanded while it has an error. */
export function FoldedThemePicker({ chosen, ...props }: ThemePickerProps & { chosen: Theme }) {
  const id = useId();
  const { label, text } = themeTexts[chosen];
  const details = useDetailsOpen(props.error !== undefined);
  return (
    <details {...details} className="group/fold">
      <summary className="group/summary grid cursor-pointer list-none gap-1.5 outline-none select-none [&::-webkit-details-marker]:hidden">
        <span id={id} className="w-fit font-medium group-has-disabled/fold:opacity-60">
          {texts.theme}
        </span>
        <span className="flex items-center gap-3 group-has-disabled/fold:opacity-60 rounded-control border border-control bg-surface p-2 pe-3 transition-colors group-hover/summary:bg-raised group-focus-visible/summary:outline-2 group-focus-visible/summary:outline-offset-2 group-focus-visible/summary:outline-ring">
          <span className="w-16 shrink-0 overflow-hidden rounded-[4px] ring-1 ring-line">
            <ThemePreview theme={chosen} />
          </span>
          <span className="grid min-w-0">
            <span className="font-medium">{label}</span>
            <span className="text-12 text-muted">{text}</span>
          </span>
          <ChevronDown
            size={16}
            strokeWidth={1.75}
            aria-hidden="true"
            className="ms-auto shrink-0 text-muted transition-transform group-open/fold:rotate-180 print:hidden"
          />
        </span>
      </summary>
      <div className="mt-3">
        <Choices labelledBy={id} {...props} />
      </div>
    </details>
  );
}

function Choices({ labelledBy, themes, error, field }: ThemePickerProps & { labelledBy: string }) {
  const id = useId();
  return (
    <div
      role="radiogroup"
      aria-labelledby={labelledBy}
      aria-describedby={error ? `${id}-error` : undefined}
      className="grid gap-1.5"
    >
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        {themes.map((theme) => (
          <Choice key={theme} id={`${id}-${theme}`} theme={theme} field={field} />
        ))}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

function Choice({ id, theme, field }: { id: string; theme: Theme; field: ComponentProps<'input'> }) {
  const { label, text } = themeTexts[theme];
  return (
    <div className="relative overflow-hidden rounded-picture border border-line bg-surface transition-colors hover:border-control has-checked:border-ring has-checked:ring-1 has-checked:ring-ring has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring has-disabled:opacity-60">
      <input
        id={id}
        type="radio"
        value={theme}
        aria-describedby={`${id}-text`}
        className="peer absolute inset-0 z-1 cursor-pointer opacity-0 disabled:cursor-not-allowed"
        {...field}
      />
      <ThemePreview theme={theme} />
      <div className="border-t border-line px-3 py-2">
        <label htmlFor={id} className="block font-medium">
          {label}
        </label>
        <span id={`${id}-text`} className="block text-12 text-muted">
          {text}
        </span>
      </div>
      <Check
        size={16}
        strokeWidth={3}
        aria-hidden="true"
        className="absolute top-2 end-2 hidden rounded-full bg-ion p-0.5 text-on-ion peer-checked:block"
      />
    </div>
  );
}
