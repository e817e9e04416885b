/** Choosing a picture of the library, or a new one. The picker is loaded when it is first opened. */
import { lazy, Suspense } from 'react';
import type { MediaItem } from '../../src/sdk/client.ts';
import type { Api } from '../api/api.ts';
import type { PickerProps } from '../screens/media/picker.tsx';

const Picker = lazy(async () => ({ default: (await import('../screens/media/picker.tsx')).Picker }));

export function MediaPicker(props: PickerProps) {
  return (
    <Suspense>
      <Picker {...props} />
    </Suspense>
  );
}

export async function uploadPicture(manage: Api['manage'], siteId: number, file: File): Promise<MediaItem> {
  const form = new FormData();
  form.append('file', file, file.name);
  return (await manage.media.create(siteId, form)).media_item;
}
