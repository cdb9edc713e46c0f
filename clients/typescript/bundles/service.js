import{M as e,N as m,n as o,t as r,u as t}from"./chunk-JGKTWD5E.js";export{t as IdChanged,m as Layout,e as LayoutService,r as Problem,o as limits};
