'use client'

import dynamic from 'next/dynamic'

/** What only members are sent. */
export const MemberRoom = dynamic(() => import('@/app/home/member-home').then(({ MemberHome }) => MemberHome))
