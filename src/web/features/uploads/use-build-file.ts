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

/** The chosen file, and its problem. A refused file is not kept. */
export function useBuildFile({ maxUploadBytes, allowedExtensions }: UploadLimits) {
  const [file, setFile] = useState<Picked | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  /** The last choice: it supersedes one that is still being read. */
  const latest = useRef<Picked | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const problemOf = (picked: Picked): string | null => {
    // The size of a folder's zip is unknown before it is made.
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
      // Read errors are reported when sending.
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
