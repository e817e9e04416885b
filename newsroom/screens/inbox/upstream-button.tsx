/** Where the source has changed an article that editors decide about. */
import { lazy, Suspense, useState } from 'react';
import { OpeningDialog } from '../../editor/fields.tsx';
import { useInboxWords } from './words.ts';

const UpstreamDialog = lazy(() => import('./upstream.tsx'));

export function UpstreamButton({ itemId, isPublished = false }: { itemId: number; isPublished?: boolean }) {
  const { upstream } = useInboxWords();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <p className="upstream-note">
        {upstream.changed}{' '}
        <button className="link" onClick={() => setOpen(true)} type="button">
          {upstream.show}
        </button>
      </p>
      {isOpen && (
        <Suspense fallback={<OpeningDialog />}>
          <UpstreamDialog isPublished={isPublished} itemId={itemId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
