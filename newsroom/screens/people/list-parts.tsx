import { Button } from '@mantine/core';
import { Failure, Waiting } from '../../shell/states.tsx';
import { usePeopleWords } from './words.ts';

const SKELETONS = 5;

export function Skeleton() {
  return (
    <Waiting>
      <span className="skeletons">
        {Array.from({ length: SKELETONS }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: they are all alike
          <span className="skeleton" key={at} />
        ))}
      </span>
    </Waiting>
  );
}

interface ShowMoreProps {
  query: {
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    isFetchNextPageError: boolean;
    error: Error | null;
    fetchNextPage: () => unknown;
  };
}

export function ShowMore({ query }: ShowMoreProps) {
  const words = usePeopleWords();
  if (query.isFetchNextPageError) return <Failure error={query.error} onRetry={query.fetchNextPage} />;
  if (!query.hasNextPage) return null;
  return (
    <p className="show-more">
      <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()} variant="default">
        {words.showMore}
      </Button>
    </p>
  );
}
