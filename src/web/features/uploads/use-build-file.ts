import { useRef, useState } from 'react';
import {
  buildFileMessages,
  buildFileProblem,
  maxBuildFiles,
  type UploadLimits,
} from '#shared/versions/build-file.ts';
import { texts } from '../../i18n/en/uploads.ts';
import { format } from '../../i18n/format.ts';
import { formatNumber } from '../../lib/format/numbers.ts';
import { contentProblem } from './content-problem.ts';
import { isFolder, type Picked, type PickedFolder } from './picked-files.ts';

/** The chosen file, and what is wrong with it. A refused one is not kept. */
export function useBuildFile({ maxUploadBytes, allowedExtensions }: UploadLimits) {
  const [file, setFile] = useState<Picked | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  /** What was chosen last: another choice overtakes what is being read of the one before. */
  const latest = useRef<Picked | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const problemOf = (picked: Picked): string | null => {
    // How large the zip of a folder is, is known when it is made.
    const size = isFolder(picked) ? 0 : picked.size;
    const { name, type } = picked;
    const found = buildFileProblem({ name, type, size }, maxUploadBytes, allowedExtensions);
    return found ?? (isFolder(picked) ? folderProblem(picked) : null);
  };
  const refuse = (found: string) => {
    setFile(null);
    setProblem(found);
  };
  const pick = (picked: Picked) => {
    const found = problemOf(picked);
    setProblem(found);
    setFile(found ? null : picked);
    latest.current = picked;
    if (found || isFolder(picked)) return;
    contentProblem(picked).then(
      (wrong) => wrong !== null && latest.current === picked && refuse(wrong),
      // What cannot be read now is told when it is sent.
      () => {},
    );
  };
  const check = (): Picked | null => {
    if (!file) setProblem((shown) => shown ?? buildFileMessages.missing);
    return file;
  };
  const clear = () => {
    setFile(null);
    setProblem(null);
  };
  return { file, problem, input, problemOf, pick, refuse, check, clear };
}

function folderProblem({ files }: PickedFolder): string | null {
  if (files.length === 0) return texts.thisFolderIsEmpty;
  return files.length > maxBuildFiles
    ? format(texts.thisFolderHasTooManyFiles, { maxFiles: formatNumber(maxBuildFiles) })
    : null;
}
