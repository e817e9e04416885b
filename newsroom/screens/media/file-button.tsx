/** A button that opens the browser's choice of files. */
import type { ReactNode } from 'react';

/** What the service takes, so that phones convert their own formats. */
export const ACCEPTED =
  'image/jpeg,image/png,image/webp,image/gif,image/avif,image/svg+xml,application/pdf,video/mp4,video/webm,audio/mpeg';

interface FileButtonProps {
  onFiles(files: File[]): void;
  className?: string;
  accept?: string;
  isMultiple?: boolean;
  /** Opens the camera of a phone. */
  isCamera?: boolean;
  isDisabled?: boolean;
  children: ReactNode;
}

export function FileButton({ onFiles, className = '', accept = ACCEPTED, ...rest }: FileButtonProps) {
  const { isMultiple = false, isCamera = false, isDisabled = false, children } = rest;
  return (
    <label className={`button upload ${className}`}>
      {children}
      <input
        accept={accept}
        capture={isCamera ? 'environment' : undefined}
        disabled={isDisabled}
        multiple={isMultiple}
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // The same file may be chosen again.
          currentTarget.value = '';
        }}
        type="file"
      />
    </label>
  );
}
