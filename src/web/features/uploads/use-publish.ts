import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { errorCatalogue } from '#shared/errors.ts';
import { limitCodes } from '#shared/limits.ts';
import { newApplicationTarget } from '#shared/uploads.ts';
import { ApiError, isAskedAgain } from '../../api.ts';
import { holdWhile } from '../../lib/hold-while.ts';
import { sessionKey } from '../../lib/kept-session.ts';
import type { Changed, Prepared } from './changes/prepare.ts';
import { isFolder, type Picked } from './picked.ts';
import { fingerprintOf, forgetUpload, type Sending, sendFile } from './send-file.ts';
import { addSample, percentOf, type Sample, speedOf } from './speed.ts';
import { useOpenIds } from './use-unfinished.ts';

export type PublishState =
  | { step: 'idle'; problem: ApiError | null }
  /** What was chosen is read: to find what changed, or to make a zip of a folder. Percent; null where it is not known. */
  | { step: 'reading'; purpose: 'comparing' | 'zipping'; percent: number | null }
  | {
      step: 'sending';
      sent: number;
      total: number;
      speed: number | null;
      connectionLost: boolean;
      /** Null where all of what was chosen is sent. */
      changed: Changed | null;
    }
  | { step: 'checking' };

/** Codes after which the bytes at the server are of no further use. */
const spent = new Set<ApiError['code']>([
  'build_refused',
  'too_large',
  'upload_not_found',
  'upload_incomplete',
  'changes_unusable',
]);

/** Codes that tell of a plan: what is known here of it, and of what is counted against it, has changed elsewhere. */
const decidedByPlan = new Set<ApiError['code']>(Object.values(limitCodes));

interface PublishOptions<Form, Published> {
  userId: string;
  /** What the file is to become, as `sendFile` takes it. */
  target: string;
  /** The sentence to show for a file that may not be uploaded. */
  problemOf: (file: File) => string | null;
  /** Makes what was sent an application or a version. */
  publish: (uploadId: string, form: Form) => Promise<Published>;
  onPublished: (published: Published) => void;
  /** There is no plan, or not any more. */
  onNoPlan: (message: string) => void;
}

/** Sends what was chosen, or what changed of it, then publishes it. A failure keeps what has arrived, so that trying again is cheap. */
export function usePublish<Form, Published>(options: PublishOptions<Form, Published>) {
  const [state, setState] = useState<PublishState>({ step: 'idle', problem: null });
  const sending = useRef<Sending | null>(null);
  const reading = useRef<AbortController | null>(null);
  const arrived = useRef<{ picked: Picked; id: string } | null>(null);
  const openIds = useOpenIds();
  const client = useQueryClient();
  useEffect(
    () => () => {
      sending.current?.keep();
      reading.current?.abort(null);
    },
    [],
  );

  /** Only what changed, unless it is to be all of it. */
  const prepare = async (picked: Picked, isWhole: boolean): Promise<Prepared> => {
    const controller = new AbortController();
    const { signal } = controller;
    reading.current = controller;
    const reader = (purpose: 'comparing' | 'zipping') => {
      setState({ step: 'reading', purpose, percent: null });
      const onProgress = (done: number, total: number) =>
        setState({ step: 'reading', purpose, percent: percentOf(done, total) });
      return { signal, onProgress };
    };
    try {
      // They come with the first build that is sent.
      const { prepareChanges, prepareWhole } = await import('./changes/prepare.ts');
      const { target } = options;
      const changes =
        isWhole || target === newApplicationTarget
          ? null
          : await prepareChanges(picked, target, reader('comparing'));
      if (changes) return changes;
      if (!isFolder(picked)) return { file: picked, fingerprint: '', changed: null };
      const whole = await prepareWhole(picked, reader('zipping'));
      const tooLarge = options.problemOf(whole.file);
      if (tooLarge) throw new ApiError('too_large', tooLarge);
      return whole;
    } finally {
      reading.current = null;
    }
  };
  const send = async (prepared: Prepared, mayResume: boolean, isSecond = false): Promise<string> => {
    const { file, fingerprint, changed } = prepared;
    const start = { sent: 0, total: file.size, speed: null, connectionLost: false, changed };
    setState({ step: 'sending', ...start });
    const { userId, target } = options;
    const progress = progressOf(setState, changed);
    const how = { userId, target, onlyChanges: changed !== null, fingerprint, mayResume };
    sending.current = sendFile(file, { ...how, openIds: await openIds(), ...progress });
    try {
      return await sending.current.done;
    } catch (error) {
      // Where their session ended meanwhile: from what has arrived on, once they are back.
      if (!isSecond && (await isAskedAgain(error, userId))) return send(prepared, mayResume, true);
      throw error;
    } finally {
      sending.current = null;
    }
  };
  /** What another tab sends and is about to publish stays that tab's: the same build becomes a version of each. */
  const sendAlone = async (prepared: Prepared, over: Promise<void>): Promise<string> => {
    const { userId } = options;
    const name = fingerprintOf(prepared.file, { userId, fingerprint: prepared.fingerprint });
    return send(prepared, await holdWhile(name, over));
  };
  const sendAndPublish = async (picked: Picked, form: Form, isWhole: boolean): Promise<Published> => {
    const over = Promise.withResolvers<void>();
    try {
      const id =
        arrived.current?.picked === picked
          ? arrived.current.id
          : await sendAlone(await prepare(picked, isWhole), over.promise);
      arrived.current = { picked, id };
      setState({ step: 'checking' });
      const published = await options.publish(id, form);
      // Another build may be chosen on the same page; this one is of no further use.
      arrived.current = null;
      await forgetUpload(id);
      return published;
    } finally {
      over.resolve();
    }
  };
  const publish = async (picked: Picked, form: Form): Promise<void> => {
    try {
      const published = await sendAndPublish(picked, form, false).catch((error: unknown) => {
        if (!(error instanceof ApiError) || error.code !== 'changes_unusable') throw error;
        // What it builds on was deleted meanwhile.
        arrived.current = null;
        return sendAndPublish(picked, form, true);
      });
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
  const cancel = () => {
    sending.current?.cancel();
    reading.current?.abort(null);
  };
  return { state, publish, cancel };
}

type SetState = (change: (state: PublishState) => PublishState) => void;

function progressOf(setState: SetState, changed: Changed | null) {
  let samples: Sample[] = [];
  return {
    onProgress: (sent: number, total: number) => {
      samples = addSample(samples, { at: performance.now(), bytes: sent });
      const speed = speedOf(samples);
      setState(() => ({ step: 'sending', sent, total, speed, connectionLost: false, changed }));
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
