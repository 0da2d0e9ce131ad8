import { ImagePlus, X } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { thumbnailTypes } from '#shared/apps/thumbnails.ts';
import { texts } from '../../i18n/en/ui.ts';
import { format } from '../../i18n/format.ts';
import { Rich } from '../../i18n/rich.tsx';
import { cn } from '../../lib/cn.ts';
import { imageProblem } from '../../lib/files/image-problem.ts';
import { takePicked, useFileDrop } from '../../lib/hooks/use-file-drop.ts';
import { enclosingDialog } from '../../lib/page/enclosing-dialog.ts';
import { Button } from './button.tsx';
import { FieldError } from './field.tsx';
import { pointerOnly } from './pointer-only.tsx';

interface ImagePickerProps {
  label: string;
  /** The chosen picture, in the form's state. */
  file: File | null;
  /** The address of the stored picture; null if there is none, or if it is to be removed. */
  current?: string | null;
  /** Shown without a picture. */
  placeholder?: ReactNode;
  disabled?: boolean;
  /** Whether the form has no other field. */
  required?: boolean;
  onPick: (file: File) => void;
  /** Removes the chosen picture, or the stored one if none was chosen. */
  onRemove: () => void;
}

/** A picture by click, keyboard, drop or paste, previewed in its final shape. */
export function ImagePicker({
  label,
  file,
  current = null,
  placeholder,
  required,
  ...props
}: ImagePickerProps) {
  const { disabled = false, onPick, onRemove } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const { problem, take, forget } = useAcceptedFile(onPick);
  const shown = usePreview(file) ?? current;
  const { over, target } = useFileDrop(disabled, take);
  usePastedFile(input, (pasted) => !disabled && take(pasted));
  return (
    <div className="grid gap-1.5">
      <span
        id={`${id}-label`}
        className={cn('flex items-baseline justify-between font-medium', disabled && 'opacity-60')}
      >
        {label}
        {!required && <span className="text-12 font-normal text-muted">{texts.optional}</span>}
      </span>
      <div className="flex flex-wrap items-center gap-4">
        {/* Dropping is a shortcut; the input inside does the same. */}
        <div
          {...target}
          className={cn(
            'relative aspect-4/3 w-40 shrink-0 overflow-hidden rounded-picture border transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring',
            shown ? 'border-line' : 'border-dashed border-control',
            disabled ? 'opacity-60' : !shown && 'hover:bg-raised',
            over && 'border-ring bg-raised',
            problem && 'border-danger',
          )}
        >
          {shown ? <img src={shown} alt="" className="size-full object-cover" /> : (placeholder ?? <Empty />)}
          <input
            ref={input}
            type="file"
            aria-labelledby={`${id}-label`}
            aria-describedby={problem ? `${id}-problem ${id}-help` : `${id}-help`}
            aria-invalid={problem ? true : undefined}
            accept={thumbnailTypes.join(',')}
            disabled={disabled}
            className="absolute inset-0 cursor-pointer opacity-0 disabled:cursor-not-allowed"
            onChange={(event) => {
              const picked = takePicked(event);
              if (picked) take(picked);
            }}
          />
        </div>
        <div className="grid min-w-0 flex-1 basis-48 gap-2">
          <p id={`${id}-help`} className="text-13 text-muted">
            <Rich text={texts.chooseDropOrPasteAPicture} with={{ drop: pointerOnly }} />
          </p>
          {shown && (
            <Button
              disabled={disabled}
              className="justify-self-start"
              onClick={() => {
                forget();
                onRemove();
                input.current?.focus();
              }}
            >
              <X strokeWidth={1.75} aria-hidden="true" />
              {texts.removePicture}
            </Button>
          )}
        </div>
      </div>
      {problem && <FieldError id={`${id}-problem`}>{problem}</FieldError>}
      <p role="status" className="sr-only">
        {file ? format(texts.pictureChosenName, { name: file.name }) : ''}
      </p>
    </div>
  );
}

function Empty() {
  return (
    <span className="grid size-full place-items-center text-muted">
      <ImagePlus size={20} strokeWidth={1.75} aria-hidden="true" />
    </span>
  );
}

/** Validates a file before passing it on; only the last of several counts. */
function useAcceptedFile(onPick: (file: File) => void) {
  const [problem, setProblem] = useState<string | null>(null);
  const newest = useRef(0);
  const take = async (file: File) => {
    const turn = ++newest.current;
    // A deleted file, or a folder, cannot be read and is no picture.
    const found = await imageProblem(file).catch(() => imageProblem(new Blob()));
    if (turn !== newest.current) return;
    setProblem(found);
    if (found === null) onPick(file);
  };
  const forget = () => {
    newest.current++;
    setProblem(null);
  };
  return { problem, take, forget };
}

/** An object URL of the file while it is shown. */
function usePreview(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => {
      URL.revokeObjectURL(made);
      setUrl(null);
    };
  }, [file]);
  return url;
}

/**
 * Office programs copy text together with a picture of it: that is meant for a field. A paste into a dialog
 * over the picker is meant for the dialog.
 */
function usePastedFile(picker: RefObject<Element | null>, take: (file: File) => void): void {
  const onPaste = useEffectEvent((event: ClipboardEvent) => {
    const pasted = event.clipboardData?.files[0];
    if (!pasted || event.clipboardData?.types.includes('text/plain')) return;
    const dialog = enclosingDialog(event.target);
    if (dialog && !dialog.contains(picker.current)) return;
    event.preventDefault();
    take(pasted);
  });
  useEffect(() => {
    window.addEventListener('paste', onPaste);
    return () => window.removeEventListener('paste', onPaste);
  }, []);
}
