import { FileArchive, FolderOpen, Upload } from 'lucide-react';
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import {
  type BuildFileExtension,
  formatSize,
  megabytes,
  type UploadLimits,
} from '#shared/versions/build-file.ts';
import type { ApiError } from '../../api.ts';
import { texts } from '../../i18n/en/uploads.ts';
import { format } from '../../i18n/format.ts';
import { Rich } from '../../i18n/rich.tsx';
import { cn } from '../../lib/cn.ts';
import { takePicked, useFileDrop } from '../../lib/hooks/use-file-drop.ts';
import { anyOf } from '../../lib/session/lists.ts';
import { Button } from '../../ui/forms/button.tsx';
import { FieldError } from '../../ui/forms/field.tsx';
import { pointerOnly } from '../../ui/forms/pointer-only.tsx';
import { chosenFolder, containsZip, droppedFolder, type Picked } from './picked-files.ts';
import { RefusalPanel } from './refusal-panel.tsx';

interface FilePickerProps {
  file: Picked | null;
  problem: string | null;
  /** Why the chosen build was not published. */
  refusal: ApiError | null;
  /** If the reason is shown elsewhere. */
  titleOf?: (problem: ApiError) => string;
  disabled: boolean;
  /** Why nothing can be chosen now. */
  closed?: string | null;
  accepts: UploadLimits;
  input: RefObject<HTMLInputElement | null>;
  onPick: (picked: Picked) => void;
  /** The dropped item is no build, or could not be read. */
  onProblem: (problem: string) => void;
}

const words: Record<BuildFileExtension, string> = {
  '.zip': texts.acceptedZip,
  '.html': texts.acceptedPage,
  '.unityweb': texts.acceptedPart,
};

/** 'The zip of a Unity web build, a single .html page or a .unityweb file' */
function acceptedText(extensions: readonly BuildFileExtension[]): string {
  const text = anyOf(extensions.map((extension) => words[extension]));
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A file input that fills the whole zone: click, keyboard and drop all reach it. */
export function FilePicker({
  file,
  problem,
  refusal,
  titleOf,
  disabled,
  closed = null,
  accepts,
  input,
  onPick,
  onProblem,
}: FilePickerProps) {
  /** Counts choices: a later one replaces a folder that is still being read. */
  const choices = useRef(0);
  const pick = (picked: Picked) => {
    choices.current += 1;
    onPick(picked);
  };
  const readFolder = (reading: Promise<Picked | null>) => {
    choices.current += 1;
    const choice = choices.current;
    reading.then(
      (folder) => folder && choice === choices.current && onPick(folder),
      () => choice === choices.current && onProblem(texts.thisFolderCannotBeRead),
    );
  };
  const { over, target } = useFileDrop(disabled, pick, (entries) => {
    if (containsZip(entries)) return onProblem(texts.dropOneZipByItself);
    readFolder(droppedFolder(entries));
  });
  const refused = useRefused(refusal, input);
  const isWrong = problem !== null || refusal !== null;
  // The browser's own label would not show dropped files.
  const described = [
    problem && 'build-file-problem',
    refusal && 'build-file-refusal',
    file && 'build-file-chosen',
    'build-file-help',
  ].filter(Boolean);
  return (
    <div className="grid gap-1.5">
      <span className={cn('font-medium', disabled && 'opacity-60')} id="build-file-label">
        {texts.buildFile}
      </span>
      {/* Dropping is a shortcut; the input inside does the same. */}
      <div
        {...target}
        className={cn(
          'relative grid min-h-36 place-items-center rounded-picture border border-dashed p-6 text-center transition-colors has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-ring',
          over && 'border-ring bg-raised',
          !over &&
            (disabled ? 'border-line bg-surface text-muted' : 'border-control bg-surface hover:bg-raised'),
          isWrong && !over && 'border-danger',
        )}
      >
        <Chosen file={file} over={over} disabled={disabled} />
        <input
          ref={input}
          type="file"
          aria-labelledby="build-file-label"
          aria-describedby={described.join(' ')}
          aria-invalid={isWrong || undefined}
          accept={accepts.allowedExtensions.join(',')}
          disabled={disabled}
          className="absolute inset-0 cursor-pointer opacity-0 disabled:cursor-not-allowed"
          onChange={(event) => {
            const picked = takePicked(event);
            if (picked) pick(picked);
          }}
        />
      </div>
      <p role="status" className="sr-only">
        {file ? format(texts.fileChosenName, { name: file.name }) : ''}
      </p>
      {problem && <FieldError id="build-file-problem">{problem}</FieldError>}
      {refusal && (
        <div id="build-file-refusal" ref={refused}>
          <RefusalPanel problem={refusal} title={titleOf?.(refusal)} />
        </div>
      )}
      <p id="build-file-help" className="text-13 text-muted">
        {closed ??
          format(texts.allowedextensionsUpTo, {
            allowedExtensions: acceptedText(accepts.allowedExtensions),
            maxUploadBytes: megabytes(accepts.maxUploadBytes),
          })}
      </p>
      <FolderChoice
        disabled={disabled || !accepts.allowedExtensions.includes('.zip')}
        onChoose={(chosen) => readFolder(chosenFolder(chosen))}
      />
    </div>
  );
}

/** The submit button is far below: an error scrolls the picker into view and focuses the solution. */
function useRefused(refusal: ApiError | null, input: FilePickerProps['input']) {
  const panel = useRef<HTMLDivElement>(null);
  const show = useEffectEvent(() => {
    // A focus elsewhere, as in a dialog, is not moved.
    const focused = document.activeElement;
    if (focused !== document.body && !input.current?.form?.contains(focused)) return;
    input.current?.focus();
    panel.current?.scrollIntoView({ block: 'nearest' });
  });
  useEffect(() => {
    if (refusal) show();
  }, [refusal]);
  return panel;
}

/** An attribute of the "File and Directory Entries API" that React does not know. */
const folders = { webkitdirectory: '' };

/** An input accepts either files or folders. */
function FolderChoice({
  disabled,
  onChoose,
}: {
  disabled: boolean;
  onChoose: (input: HTMLInputElement) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <p className="flex flex-wrap items-center gap-3 text-13 text-muted">
      <Button disabled={disabled} onClick={() => input.current?.click()}>
        <FolderOpen size={16} strokeWidth={1.75} aria-hidden="true" />
        {texts.chooseAFolder}
      </Button>
      <span>
        <Rich text={texts.folderHelp} with={{ drop: pointerOnly }} />
      </span>
      <input
        ref={input}
        type="file"
        {...folders}
        hidden
        disabled={disabled}
        aria-label={texts.chooseAFolder}
        onChange={(event) => onChoose(event.currentTarget)}
      />
    </p>
  );
}

function Chosen({ file, over, disabled }: { file: Picked | null; over: boolean; disabled: boolean }) {
  if (file && !over) {
    const size = <span className="font-mono">{formatSize(file.size)}</span>;
    return (
      <span id="build-file-chosen" className="grid max-w-full justify-items-center gap-2">
        <FileArchive size={20} strokeWidth={1.75} aria-hidden="true" />
        <span dir="auto" className="max-w-full truncate font-medium">
          {file.name}
        </span>
        <span className="text-13 text-muted">
          {disabled ? size : <Rich text={texts.sizeChooseOrDropAnother} with={{ size, drop: pointerOnly }} />}
        </span>
      </span>
    );
  }
  return (
    <span className="grid justify-items-center gap-2">
      <Upload size={20} strokeWidth={1.75} aria-hidden="true" className="text-muted" />
      <span className="font-medium">{over ? texts.dropItToChooseIt : texts.chooseYourBuild}</span>
      <span className="text-13 text-muted">{pointerOnly(texts.orDropItHere)}</span>
    </span>
  );
}
