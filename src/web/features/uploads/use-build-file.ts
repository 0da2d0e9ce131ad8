import { useRef, useState } from 'react';
import { buildFileMessages, buildFileProblem, type UploadLimits } from '#shared/build-file.ts';

/** The chosen file, and what is wrong with it. A refused one is not kept. */
export function useBuildFile({ maxUploadBytes, allowedExtensions }: UploadLimits) {
  const [file, setFile] = useState<File | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const pick = (picked: File) => {
    const found = buildFileProblem(picked, maxUploadBytes, allowedExtensions);
    setProblem(found);
    setFile(found ? null : picked);
  };
  const check = (): File | null => {
    if (!file) setProblem((shown) => shown ?? buildFileMessages.missing);
    return file;
  };
  const clear = () => {
    setFile(null);
    setProblem(null);
  };
  return { file, problem, input, pick, check, clear };
}
