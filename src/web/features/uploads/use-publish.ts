import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { limitCodes } from '#shared/billing/limits.ts';
import { errorCatalogue } from '#shared/contract/errors.ts';
import { newApplicationTarget } from '#shared/versions/uploads.ts';
import { ApiError, shouldRetryAsUser } from '../../api.ts';
import { raceAbort } from '../../lib/page/race-abort.ts';
import { holdWebLock } from '../../lib/page/web-lock.ts';
import { sessionKey, sessionUserId } from '../../lib/session/retained-session.ts';
import { toast } from '../../ui/loading/toast.tsx';
import type { Changed, Prepared } from './partial-upload/prepare.ts';
import type { Picked } from './picked-files.ts';
import { prepareBuild, type ReadingPurpose } from './prepare-build.ts';
import { fingerprintOf, forgetUpload, type Sending, sendFile } from './send-file.ts';
import { addSample, type Sample, speedOf } from './speed.ts';
import { staleProblem } from './stale.ts';
import { uploadLockName } from './unfinished.ts';
import { useOpenIds } from './use-unfinished.ts';

export type PublishState =
  | {
      step: 'idle';
      problem: ApiError | null;
      /** The upload that had the problem. */
      picked: Picked | null;
    }
  /** The build is being read. Percent; null if unknown. */
  | { step: 'reading'; purpose: ReadingPurpose; percent: number | null }
  | {
      step: 'sending';
      sent: number;
      total: number;
      speed: number | null;
      connectionLost: boolean;
      /** Null if everything is sent. */
      changed: Changed | null;
    }
  | { step: 'checking' };

/** Codes after which the received bytes are useless. */
const spent = new Set<ApiError['code']>([
  'build_refused',
  'too_large',
  'upload_not_found',
  'upload_incomplete',
  'changes_unusable',
]);

/** Codes about the plan: the cached plan and counts are outdated. */
const decidedByPlan = new Set<ApiError['code']>(Object.values(limitCodes));

interface PublishOptions<Form, Published> {
  userId: string;
  /** The target, as in `sendFile`. */
  target: string;
  /** The message for a file that may not be uploaded. */
  problemOf: (file: File) => string | null;
  /** Publishes the upload as an application or a version. */
  publish: (uploadId: string, form: Form) => Promise<Published>;
  /** `isHere` if the user is still on the form. */
  onPublished: (published: Published, isHere: boolean) => void;
  /** There is no plan, or no longer one. */
  onNoPlan: (message: string) => void;
}

/** Sends a build or its changes, then publishes it. A failure keeps the received bytes, so that a retry is cheap. */
export function usePublish<Form, Published>(options: PublishOptions<Form, Published>) {
  const [state, setState] = useState<PublishState>({ step: 'idle', problem: null, picked: null });
  /** The running upload. It is aborted, with null, when the user stops it or leaves the form. */
  const attempt = useRef<AbortController | null>(null);
  const sending = useRef<Sending | null>(null);
  const arrived = useRef<{ picked: Picked; id: string } | null>(null);
  const openIds = useOpenIds(options.target);
  const client = useQueryClient();
  useEffect(
    () => () => {
      sending.current?.keep();
      attempt.current?.abort(null);
    },
    [],
  );

  const send = async (
    picked: Picked,
    prepared: Prepared,
    { isSecond = false, ...lasting }: SendHow,
  ): Promise<string> => {
    const { file, fingerprint, changed } = prepared;
    const start = { sent: 0, total: file.size, speed: null, connectionLost: false, changed };
    setState({ step: 'sending', ...start });
    const { userId, target } = options;
    const { signal, isAlone, onBegun } = lasting;
    const mayResume = await raceAbort(signal, isAlone);
    const known = { mayResume, openIds: await raceAbort(signal, openIds()) };
    const progress = progressOf(setState, changed);
    const how = { userId, target, onlyChanges: changed !== null, fingerprint };
    const on = { ...progress, onBegun };
    sending.current = sendFile(file, { ...how, ...known, ...on, staleProblem: staleProblem(picked) });
    try {
      return await sending.current.done;
    } catch (error) {
      // After the end of the session it resumes at the received bytes, once the account is signed in again.
      const isAgain = !isSecond && (await raceAbort(signal, shouldRetryAsUser(error, userId)));
      if (isAgain) return send(picked, prepared, { ...lasting, isSecond: true });
      throw error;
    } finally {
      sending.current = null;
    }
  };
  const prepareAndSend = async (
    picked: Picked,
    isWhole: boolean,
    signal: AbortSignal,
    hold: (name: string) => Promise<boolean>,
  ): Promise<string> => {
    const { userId, target, problemOf } = options;
    const prepared = await prepareBuild(picked, {
      appId: isWhole || target === newApplicationTarget ? null : target,
      problemOf,
      onReading: (purpose, percent) => setState({ step: 'reading', purpose, percent }),
      signal,
    });
    signal.throwIfAborted();
    // An upload that another tab sends and publishes stays with that tab: the same build becomes a version of
    // each.
    const isAlone = hold(fingerprintOf(prepared.file, { userId, target, fingerprint: prepared.fingerprint }));
    return send(picked, prepared, { signal, isAlone, onBegun: (id) => void hold(uploadLockName(id)) });
  };
  const sendAndPublish = async (
    picked: Picked,
    form: Form,
    isWhole: boolean,
    signal: AbortSignal,
  ): Promise<Published> => {
    const over = Promise.withResolvers<void>();
    const hold = (name: string) => holdWebLock(name, over.promise);
    try {
      const id =
        arrived.current?.picked === picked
          ? arrived.current.id
          : await prepareAndSend(picked, isWhole, signal, hold);
      arrived.current = { picked, id };
      // Even if it arrived in an earlier attempt.
      void hold(uploadLockName(id));
      signal.throwIfAborted();
      setState({ step: 'checking' });
      const published = await options.publish(id, form);
      // Another build may be chosen on the same page; this upload is useless.
      arrived.current = null;
      await forgetUpload(id);
      return published;
    } finally {
      over.resolve();
    }
  };
  /** A user who left during the inspection is notified on any page, and no other account is. */
  const isSignedIn = () => sessionUserId(client) === options.userId;
  const fail = (error: unknown, picked: Picked, isHere: boolean): void => {
    if (error instanceof ApiError && spent.has(error.code)) arrived.current = null;
    const problem = problemOf(error);
    setState({ step: 'idle', problem, picked });
    // The upload permission may be lost, or the accepted files changed.
    for (const queryKey of [['uploads'], ['organizations'], sessionKey])
      void client.invalidateQueries({ queryKey });
    if (!problem) return;
    if (decidedByPlan.has(problem.code))
      for (const key of ['subscriptions', 'applications', 'versions'])
        void client.invalidateQueries({ queryKey: [key] });
    if (isHere && problem.code === limitCodes['no-plan']) options.onNoPlan(problem.message);
    if (!isHere && isSignedIn()) toast(problem.message, { failed: true });
  };
  const publish = async (picked: Picked, form: Form): Promise<void> => {
    // Double click: the first one is not rendered yet.
    if (attempt.current) return;
    const controller = new AbortController();
    const { signal } = controller;
    attempt.current = controller;
    const { pathname } = location;
    // The address changes first: the form stays until the scripts of the next page have loaded.
    const isHere = () => !signal.aborted && location.pathname === pathname;
    try {
      const published = await sendAndPublish(picked, form, false, signal).catch((error: unknown) => {
        if (signal.aborted || !(error instanceof ApiError) || error.code !== 'changes_unusable') throw error;
        // The version that the changes are based on was deleted meanwhile.
        arrived.current = null;
        return sendAndPublish(picked, form, true, signal);
      });
      await client.invalidateQueries({ queryKey: ['applications'], refetchType: 'none' });
      setState({ step: 'idle', problem: null, picked: null });
      if (isHere() || isSignedIn()) options.onPublished(published, isHere());
    } catch (error) {
      fail(error, picked, isHere());
    } finally {
      attempt.current = null;
    }
  };
  const cancel = () => {
    sending.current?.cancel();
    attempt.current?.abort(null);
  };
  return { state, publish, cancel };
}

interface SendHow {
  signal: AbortSignal;
  /** Whether no other tab publishes the same. */
  isAlone: Promise<boolean>;
  onBegun: (uploadId: string) => void;
  /** After the session ended. */
  isSecond?: boolean;
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

/** Null if the user stopped it. */
function problemOf(error: unknown): ApiError | null {
  if (error === null || error instanceof ApiError) return error;
  return new ApiError('internal', errorCatalogue.internal.message);
}
