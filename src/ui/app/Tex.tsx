/** A formula. What draws it is loaded when the first one is shown; until then, and where that fails, the plain text stands. */
import { lazy, Suspense } from 'react';
import { Fallback } from './Fallback.tsx';

const Drawn = lazy(() => import('./TexDrawn.tsx'));

export function Tex({ tex, plain, block = false }: { tex: string | undefined; plain: string; block?: boolean }) {
  if (!tex) return <>{plain}</>;
  return (
    <Fallback to={plain}>
      <Suspense fallback={plain}>
        <Drawn tex={tex} block={block} />
      </Suspense>
    </Fallback>
  );
}
