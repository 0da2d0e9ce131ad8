import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { errorCatalogue } from '#shared/errors.ts';
import { limitCodes } from '#shared/limits.ts';
import { ApiError } from '../../api.ts';
import { sessionKey } from '../../lib/query-client.ts';
import { forgetUpload, type Sending, sendFile } from './send-file.ts';
import { addSample, type Sample, speedOf } from './speed.ts';
import { useOpenIds } from './use-unfinished.ts';

export type PublishState =
  | { step: 'idle'; problem: ApiError | null }
  | { step: 'sending'; sent: number; total: number; speed: number | null; connectionLost: boolean }
  | { step: 'checking' };

/** Codes after which the bytes at the server are of no further use. */
const spent = new Set<ApiError['code']>([
  'build_refused',
  'too_large',
  'upload_not_found',
  'upload_incomplete',
]);

/** Codes that tell of a plan: what is known here of it, and of what is counted against it, has changed elsewhere. */
const decidedByPlan = new Set<ApiError['code']>(Object.values(limitCodes));

interface PublishOptions<Form, Published> {
  userId: string;
  /** What the file is to become, as `sendFile` takes it. */
  target: string;
  /** Makes what was sent an application or a version. */
  publish: (uploadId: string, form: Form) => Promise<Published>;
  onPublished: (published: Published) => void;
  /** There is no plan, or not any more. */
  onNoPlan: (message: string) => void;
}

/** Sends the file, then publishes it. A failure keeps what has arrived, so that trying again is cheap. */
export function usePublish<Form, Published>(options: PublishOptions<Form, Published>) {
  const [state, setState] = useState<PublishState>({ step: 'idle', problem: null });
  const sending = useRef<Sending | null>(null);
  const arrived = useRef<{ file: File; id: string } | null>(null);
  const openIds = useOpenIds();
  const client = useQueryClient();
  useEffect(() => () => sending.current?.keep(), []);

  const send = async (file: File): Promise<string> => {
    setState({ step: 'sending', sent: 0, total: file.size, speed: null, connectionLost: false });
    const progress = progressOf(setState);
    const { userId, target } = options;
    sending.current = sendFile(file, { userId, target, openIds: await openIds(), ...progress });
    try {
      return await sending.current.done;
    } finally {
      sending.current = null;
    }
  };
  const publish = async (file: File, form: Form): Promise<void> => {
    try {
      const id = arrived.current?.file === file ? arrived.current.id : await send(file);
      arrived.current = { file, id };
      setState({ step: 'checking' });
      const published = await options.publish(id, form);
      // Another build may be chosen on the same page; this one is of no further use.
      arrived.current = null;
      await forgetUpload(id);
      await client.invalidateQueries({ queryKey: ['applications'], refetchType: 'none' });
      setState({ step: 'idle', problem: null });
      options.onPublished(published);
    } catch (error) {
      if (error instanceof ApiError && spent.has(error.code)) arrived.current = null;
      const problem = problemOf(error);
      setState({ step: 'idle', problem });
      // It may be the right to upload to this organization that was lost, or what may be uploaded that has changed.
      for (const queryKey of [['uploads'], ['organizations'], sessionKey])
        void client.invalidateQueries({ queryKey });
      if (!problem || !decidedByPlan.has(problem.code)) return;
      for (const key of ['subscriptions', 'applications', 'versions'])
        void client.invalidateQueries({ queryKey: [key] });
      if (problem.code === limitCodes['no-plan']) options.onNoPlan(problem.message);
    }
  };
  return { state, publish, cancel: () => sending.current?.cancel() };
}

type SetState = (change: (state: PublishState) => PublishState) => void;

function progressOf(setState: SetState) {
  let samples: Sample[] = [];
  return {
    onProgress: (sent: number, total: number) => {
      samples = addSample(samples, { at: performance.now(), bytes: sent });
      const speed = speedOf(samples);
      setState(() => ({ step: 'sending', sent, total, speed, connectionLost: false }));
    },
    onConnectionLost: () => {
      samples = [];
      setState((state) =>
        state.step === 'sending' ? { ...state, speed: null, connectionLost: true } : state,
      );
    },
  };
}

/** Null where the person stopped it. */
function problemOf(error: unknown): ApiError | null {
  if (error === null || error instanceof ApiError) return error;
  return new ApiError('internal', errorCatalogue.internal.message);
}
