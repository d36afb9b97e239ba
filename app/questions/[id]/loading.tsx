import { Skeleton, SkeletonText } from '@/components/ui/feedback'

export default function LoadingQuestion() {
  return (
    <div className="page grid gap-x-14 gap-y-8 pt-8 pb-24 sm:pt-10 lg:grid-cols-[minmax(0,1fr)_19rem]">
      <div className="space-y-5">
        <Skeleton className="h-5 w-40" />
        <Skeleton className="h-10 max-w-xl" />
        <Skeleton className="h-4 w-56" />
        <SkeletonText lines={4} />
      </div>
      <div className="space-y-4">
        <Skeleton className="h-2" />
        <Skeleton className="h-4 w-40" />
        <Skeleton className="h-10" />
      </div>
    </div>
  )
}
