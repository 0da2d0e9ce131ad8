import { useId } from 'react';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { type DeviceAccess, deviceAccesses } from '#shared/play/game-features.ts';
import type { Isolation } from '#shared/play/isolation.ts';
import { deviceNames } from '../../i18n/en/device-names.ts';
import { texts } from '../../i18n/en/player-settings.ts';
import { Checkbox } from '../../ui/forms/checkbox.tsx';

interface DeviceSwitchesProps {
  field: UseFormRegisterReturn;
  /** The permissions that the active version requests, as far as the inspection detected them. */
  used: readonly DeviceAccess[];
  isolation: Isolation;
}

/** The permissions that the game may request from its players. */
export function DeviceSwitches({ field, used, isolation }: DeviceSwitchesProps) {
  const id = useId();
  return (
    <fieldset aria-describedby={id}>
      <legend className="font-medium">{texts.deviceAccess}</legend>
      <p id={id} className="mt-1 text-13 text-muted">
        {texts.onlyWhatIsSwitchedOn}
        {isolation === 'sandbox' && ` ${texts.noDevicesWithoutOrigins}`}
      </p>
      <div className="mt-3 grid gap-3 sm:grid-cols-2">
        {deviceAccesses.map((device) => (
          <Checkbox
            key={device}
            label={deviceNames[device]}
            help={used.includes(device) ? texts.theBuildAsksForIt : undefined}
            value={device}
            {...field}
          />
        ))}
      </div>
    </fieldset>
  );
}
