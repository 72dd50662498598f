"use strict";(()=>{function ka(i){if(i>=1&&i<=40)return 1;let t=10**Math.floor(Math.log10(i/10)),e=i/10/t;return t*(e<1.5?1:e<3.5?2:e<7.5?5:10)}function bf(i){return[.05,.1,.25,.5,1,2,5,10].map(t=>t*i)}function cs(i){return String(Number(i.toPrecision(3)))}function Sf(i){return Math.min(Math.max(0,2-Math.floor(Math.log10(i/10))),12)}function za(i){let t=document.getElementById(i)?.textContent;if(!t)throw new Error(`The page has no ${i}.`);return JSON.parse(t)}function Wt(i,t={},...e){let n=document.createElement(i);for(let[s,r]of Object.entries(t))n.setAttribute(s,r);return n.append(...e),n}function fi(i,t,e){let n=Wt("button",{type:"button","aria-label":t,title:t},i);return n.addEventListener("click",e),n}function Uh(i,t,e){let n=Wt("input",{type:"checkbox"});return n.checked=t,n.addEventListener("change",()=>e(n.checked)),Wt("label",{class:"check"},n,i)}function wf(i,t,e,n){let s=Wt("select",{"aria-label":i,title:i});for(let[r,o]of t){let a=Wt("option",{value:r},o);a.selected=r===e,s.append(a)}return s.addEventListener("change",()=>n(s.value)),s}function Mr(i,[t,e,n],s,r){let o=Wt("input",{type:"range","aria-label":i,title:i});return Object.assign(o,{min:String(t),max:String(e),step:String(n)}),o.value=String(s),o.addEventListener("input",()=>r(Number(o.value))),o}function Tf(i,t){let e=URL.createObjectURL(i),n=Wt("a",{href:e,download:t});document.body.append(n),n.click(),n.remove(),setTimeout(()=>URL.revokeObjectURL(e),6e4)}function Ef(i,t){return`${i.replace(/[^A-Za-z0-9]+/g,"-").replace(/^-+|-+$/g,"").toLowerCase().slice(0,60)||"motion"}.${t}`}function y_(i,t){i.toBlob(e=>e&&Tf(e,t),"image/png")}function x_(i,t){let n=["video/webm;codecs=vp9","video/webm;codecs=vp8","video/webm"].find(o=>MediaRecorder.isTypeSupported(o)),s=new MediaRecorder(i.captureStream(60),{mimeType:n,videoBitsPerSecond:12e6}),r=[];return s.addEventListener("dataavailable",({data:o})=>r.push(o)),s.addEventListener("stop",()=>Tf(new Blob(r,{type:"video/webm"}),t)),s.start(),()=>s.stop()}var Va=class{constructor(t,e,n){this.draw=t;this.title=e;this.say=n;let s=fi("PNG","Save a picture",()=>this.still()),r=fi("WebM","Record a film",()=>{this.film?this.end():this.begin(),r.setAttribute("aria-pressed",String(this.film!==null)),r.textContent=this.film?"\u25A0 WebM":"WebM"});r.setAttribute("aria-pressed","false"),this.buttons=v_()?[s,r]:[s]}buttons;film=null;seen(){this.film&&this.draw(this.film.canvas)}still(){let t=Wt("canvas");this.draw(t),y_(t,Ef(this.title,"png")),this.say("The picture is saved.")}begin(){let t=Wt("canvas");this.draw(t),this.film={canvas:t,stop:x_(t,Ef(this.title,"webm"))},this.say("A film is being recorded; the button ends it.")}end(){this.film?.stop(),this.film=null,this.say("The film is saved.")}};function v_(){return typeof MediaRecorder<"u"&&"captureStream"in HTMLCanvasElement.prototype}function Af(i){let t=e=>{if(e.ctrlKey||e.metaKey||e.altKey)return;let n=e.target;if(n?.closest("input[type=text], input[type=number], textarea, select, [contenteditable=true]")||n?.closest("button, input[type=checkbox], summary")&&(e.key===" "||e.key==="Enter")||n?.closest("input[type=range]")&&/^(Arrow|Home|End|Page)/.test(e.key))return;let r=i.find(({key:o})=>o===e.key);r&&(e.preventDefault(),r.press())};return addEventListener("keydown",t),()=>removeEventListener("keydown",t)}function Cf(i){let t=i.map(({key:n,says:s})=>Wt("div",{},Wt("kbd",{},n===" "?"space":n),s)),e=Wt("dialog",{class:"help","aria-label":"Keys"},...t);return e.addEventListener("click",()=>e.close()),e}var Ss={LEFT:0,MIDDLE:1,RIGHT:2,ROTATE:0,DOLLY:1,PAN:2},ws={ROTATE:0,PAN:1,DOLLY_PAN:2,DOLLY_ROTATE:3},rp=0,Mu=1,op=2;var bu=1,Gl=2,Di=3,Zi=0,Ln=1,Ni=2,ji=0,Gs=1,Su=2,wu=3,Eu=4,ap=5,ys=100,lp=101,cp=102,hp=103,up=104,dp=200,fp=201,pp=202,mp=203,dl=204,fl=205,gp=206,_p=207,yp=208,xp=209,vp=210,Mp=211,bp=212,Sp=213,wp=214,Wl=0,Xl=1,ql=2,Ws=3,Yl=4,Zl=5,$l=6,Kl=7,Jl=0,Ep=1,Tp=2,Qi=0,Ap=1,Cp=2,Rp=3,Pp=4,Ip=5,Lp=6,Dp=7;var Tu=300,Js=301,js=302,jl=303,Ql=304,ma=306,pl=1e3,_s=1001,ml=1002,ii=1003,Np=1004;var ga=1005;var yi=1006,tc=1007;var Es=1008;var Mi=1009,Au=1010,Cu=1011,Zr=1012,ec=1013,Ts=1014,Ui=1015,$r=1016,nc=1017,ic=1018,Kr=1020,Ru=35902,Pu=35899,Iu=1021,Lu=1022,ai=1023,Fr=1026,Jr=1027,Du=1028,sc=1029,Nu=1030,rc=1031;var oc=1033,_a=33776,ya=33777,xa=33778,va=33779,ac=35840,lc=35841,cc=35842,hc=35843,uc=36196,dc=37492,fc=37496,pc=37808,mc=37809,gc=37810,_c=37811,yc=37812,xc=37813,vc=37814,Mc=37815,bc=37816,Sc=37817,wc=37818,Ec=37819,Tc=37820,Ac=37821,Cc=36492,Rc=36494,Pc=36495,Ic=36283,Lc=36284,Dc=36285,Nc=36286;var Do=2300,gl=2301,ul=2302,lu=2400,cu=2401,hu=2402;var Up=3200,Fp=3201;var Uc=0,Op=1,ts="",Xn="srgb",Xs="srgb-linear",No="linear",Te="srgb";var Vs=7680;var uu=519,Bp=512,kp=513,zp=514,Uu=515,Vp=516,Hp=517,Gp=518,Wp=519,du=35044;var Fu="300 es",_i=2e3,Uo=2001;var Ii=class{addEventListener(t,e){this._listeners===void 0&&(this._listeners={});let n=this._listeners;n[t]===void 0&&(n[t]=[]),n[t].indexOf(e)===-1&&n[t].push(e)}hasEventListener(t,e){let n=this._listeners;return n===void 0?!1:n[t]!==void 0&&n[t].indexOf(e)!==-1}removeEventListener(t,e){let n=this._listeners;if(n===void 0)return;let s=n[t];if(s!==void 0){let r=s.indexOf(e);r!==-1&&s.splice(r,1)}}dispatchEvent(t){let e=this._listeners;if(e===void 0)return;let n=e[t.type];if(n!==void 0){t.target=this;let s=n.slice(0);for(let r=0,o=s.length;r<o;r++)s[r].call(this,t);t.target=null}}},xn=["00","01","02","03","04","05","06","07","08","09","0a","0b","0c","0d","0e","0f","10","11","12","13","14","15","16","17","18","19","1a","1b","1c","1d","1e","1f","20","21","22","23","24","25","26","27","28","29","2a","2b","2c","2d","2e","2f","30","31","32","33","34","35","36","37","38","39","3a","3b","3c","3d","3e","3f","40","41","42","43","44","45","46","47","48","49","4a","4b","4c","4d","4e","4f","50","51","52","53","54","55","56","57","58","59","5a","5b","5c","5d","5e","5f","60","61","62","63","64","65","66","67","68","69","6a","6b","6c","6d","6e","6f","70","71","72","73","74","75","76","77","78","79","7a","7b","7c","7d","7e","7f","80","81","82","83","84","85","86","87","88","89","8a","8b","8c","8d","8e","8f","90","91","92","93","94","95","96","97","98","99","9a","9b","9c","9d","9e","9f","a0","a1","a2","a3","a4","a5","a6","a7","a8","a9","aa","ab","ac","ad","ae","af","b0","b1","b2","b3","b4","b5","b6","b7","b8","b9","ba","bb","bc","bd","be","bf","c0","c1","c2","c3","c4","c5","c6","c7","c8","c9","ca","cb","cc","cd","ce","cf","d0","d1","d2","d3","d4","d5","d6","d7","d8","d9","da","db","dc","dd","de","df","e0","e1","e2","e3","e4","e5","e6","e7","e8","e9","ea","eb","ec","ed","ee","ef","f0","f1","f2","f3","f4","f5","f6","f7","f8","f9","fa","fb","fc","fd","fe","ff"],Rf=1234567,Ro=Math.PI/180,Or=180/Math.PI;function Qs(){let i=Math.random()*4294967295|0,t=Math.random()*4294967295|0,e=Math.random()*4294967295|0,n=Math.random()*4294967295|0;return(xn[i&255]+xn[i>>8&255]+xn[i>>16&255]+xn[i>>24&255]+"-"+xn[t&255]+xn[t>>8&255]+"-"+xn[t>>16&15|64]+xn[t>>24&255]+"-"+xn[e&63|128]+xn[e>>8&255]+"-"+xn[e>>16&255]+xn[e>>24&255]+xn[n&255]+xn[n>>8&255]+xn[n>>16&255]+xn[n>>24&255]).toLowerCase()}function he(i,t,e){return Math.max(t,Math.min(e,i))}function Ou(i,t){return(i%t+t)%t}function M_(i,t,e,n,s){return n+(i-t)*(s-n)/(e-t)}function b_(i,t,e){return i!==t?(e-i)/(t-i):0}function Po(i,t,e){return(1-e)*i+e*t}function S_(i,t,e,n){return Po(i,t,1-Math.exp(-e*n))}function w_(i,t=1){return t-Math.abs(Ou(i,t*2)-t)}function E_(i,t,e){return i<=t?0:i>=e?1:(i=(i-t)/(e-t),i*i*(3-2*i))}function T_(i,t,e){return i<=t?0:i>=e?1:(i=(i-t)/(e-t),i*i*i*(i*(i*6-15)+10))}function A_(i,t){return i+Math.floor(Math.random()*(t-i+1))}function C_(i,t){return i+Math.random()*(t-i)}function R_(i){return i*(.5-Math.random())}function P_(i){i!==void 0&&(Rf=i);let t=Rf+=1831565813;return t=Math.imul(t^t>>>15,t|1),t^=t+Math.imul(t^t>>>7,t|61),((t^t>>>14)>>>0)/4294967296}function I_(i){return i*Ro}function L_(i){return i*Or}function D_(i){return(i&i-1)===0&&i!==0}function N_(i){return Math.pow(2,Math.ceil(Math.log(i)/Math.LN2))}function U_(i){return Math.pow(2,Math.floor(Math.log(i)/Math.LN2))}function F_(i,t,e,n,s){let r=Math.cos,o=Math.sin,a=r(e/2),l=o(e/2),c=r((t+n)/2),u=o((t+n)/2),h=r((t-n)/2),d=o((t-n)/2),f=r((n-t)/2),g=o((n-t)/2);switch(s){case"XYX":i.set(a*u,l*h,l*d,a*c);break;case"YZY":i.set(l*d,a*u,l*h,a*c);break;case"ZXZ":i.set(l*h,l*d,a*u,a*c);break;case"XZX":i.set(a*u,l*g,l*f,a*c);break;case"YXY":i.set(l*f,a*u,l*g,a*c);break;case"ZYZ":i.set(l*g,l*f,a*u,a*c);break;default:console.warn("THREE.MathUtils: .setQuaternionFromProperEuler() encountered an unknown order: "+s)}}function Nr(i,t){switch(t.constructor){case Float32Array:return i;case Uint32Array:return i/4294967295;case Uint16Array:return i/65535;case Uint8Array:return i/255;case Int32Array:return Math.max(i/2147483647,-1);case Int16Array:return Math.max(i/32767,-1);case Int8Array:return Math.max(i/127,-1);default:throw new Error("Invalid component type.")}}function Rn(i,t){switch(t.constructor){case Float32Array:return i;case Uint32Array:return Math.round(i*4294967295);case Uint16Array:return Math.round(i*65535);case Uint8Array:return Math.round(i*255);case Int32Array:return Math.round(i*2147483647);case Int16Array:return Math.round(i*32767);case Int8Array:return Math.round(i*127);default:throw new Error("Invalid component type.")}}var Bu={DEG2RAD:Ro,RAD2DEG:Or,generateUUID:Qs,clamp:he,euclideanModulo:Ou,mapLinear:M_,inverseLerp:b_,lerp:Po,damp:S_,pingpong:w_,smoothstep:E_,smootherstep:T_,randInt:A_,randFloat:C_,randFloatSpread:R_,seededRandom:P_,degToRad:I_,radToDeg:L_,isPowerOfTwo:D_,ceilPowerOfTwo:N_,floorPowerOfTwo:U_,setQuaternionFromProperEuler:F_,normalize:Rn,denormalize:Nr},bt=class i{constructor(t=0,e=0){i.prototype.isVector2=!0,this.x=t,this.y=e}get width(){return this.x}set width(t){this.x=t}get height(){return this.y}set height(t){this.y=t}set(t,e){return this.x=t,this.y=e,this}setScalar(t){return this.x=t,this.y=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;default:throw new Error("index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;default:throw new Error("index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y)}copy(t){return this.x=t.x,this.y=t.y,this}add(t){return this.x+=t.x,this.y+=t.y,this}addScalar(t){return this.x+=t,this.y+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this}subScalar(t){return this.x-=t,this.y-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this}multiply(t){return this.x*=t.x,this.y*=t.y,this}multiplyScalar(t){return this.x*=t,this.y*=t,this}divide(t){return this.x/=t.x,this.y/=t.y,this}divideScalar(t){return this.multiplyScalar(1/t)}applyMatrix3(t){let e=this.x,n=this.y,s=t.elements;return this.x=s[0]*e+s[3]*n+s[6],this.y=s[1]*e+s[4]*n+s[7],this}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this}clamp(t,e){return this.x=he(this.x,t.x,e.x),this.y=he(this.y,t.y,e.y),this}clampScalar(t,e){return this.x=he(this.x,t,e),this.y=he(this.y,t,e),this}clampLength(t,e){let n=this.length();return this.divideScalar(n||1).multiplyScalar(he(n,t,e))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this}negate(){return this.x=-this.x,this.y=-this.y,this}dot(t){return this.x*t.x+this.y*t.y}cross(t){return this.x*t.y-this.y*t.x}lengthSq(){return this.x*this.x+this.y*this.y}length(){return Math.sqrt(this.x*this.x+this.y*this.y)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)}normalize(){return this.divideScalar(this.length()||1)}angle(){return Math.atan2(-this.y,-this.x)+Math.PI}angleTo(t){let e=Math.sqrt(this.lengthSq()*t.lengthSq());if(e===0)return Math.PI/2;let n=this.dot(t)/e;return Math.acos(he(n,-1,1))}distanceTo(t){return Math.sqrt(this.distanceToSquared(t))}distanceToSquared(t){let e=this.x-t.x,n=this.y-t.y;return e*e+n*n}manhattanDistanceTo(t){return Math.abs(this.x-t.x)+Math.abs(this.y-t.y)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this}lerpVectors(t,e,n){return this.x=t.x+(e.x-t.x)*n,this.y=t.y+(e.y-t.y)*n,this}equals(t){return t.x===this.x&&t.y===this.y}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this}rotateAround(t,e){let n=Math.cos(e),s=Math.sin(e),r=this.x-t.x,o=this.y-t.y;return this.x=r*n-o*s+t.x,this.y=r*s+o*n+t.y,this}random(){return this.x=Math.random(),this.y=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y}},si=class{constructor(t=0,e=0,n=0,s=1){this.isQuaternion=!0,this._x=t,this._y=e,this._z=n,this._w=s}static slerpFlat(t,e,n,s,r,o,a){let l=n[s+0],c=n[s+1],u=n[s+2],h=n[s+3],d=r[o+0],f=r[o+1],g=r[o+2],_=r[o+3];if(a===0){t[e+0]=l,t[e+1]=c,t[e+2]=u,t[e+3]=h;return}if(a===1){t[e+0]=d,t[e+1]=f,t[e+2]=g,t[e+3]=_;return}if(h!==_||l!==d||c!==f||u!==g){let m=1-a,p=l*d+c*f+u*g+h*_,T=p>=0?1:-1,E=1-p*p;if(E>Number.EPSILON){let L=Math.sqrt(E),C=Math.atan2(L,p*T);m=Math.sin(m*C)/L,a=Math.sin(a*C)/L}let v=a*T;if(l=l*m+d*v,c=c*m+f*v,u=u*m+g*v,h=h*m+_*v,m===1-a){let L=1/Math.sqrt(l*l+c*c+u*u+h*h);l*=L,c*=L,u*=L,h*=L}}t[e]=l,t[e+1]=c,t[e+2]=u,t[e+3]=h}static multiplyQuaternionsFlat(t,e,n,s,r,o){let a=n[s],l=n[s+1],c=n[s+2],u=n[s+3],h=r[o],d=r[o+1],f=r[o+2],g=r[o+3];return t[e]=a*g+u*h+l*f-c*d,t[e+1]=l*g+u*d+c*h-a*f,t[e+2]=c*g+u*f+a*d-l*h,t[e+3]=u*g-a*h-l*d-c*f,t}get x(){return this._x}set x(t){this._x=t,this._onChangeCallback()}get y(){return this._y}set y(t){this._y=t,this._onChangeCallback()}get z(){return this._z}set z(t){this._z=t,this._onChangeCallback()}get w(){return this._w}set w(t){this._w=t,this._onChangeCallback()}set(t,e,n,s){return this._x=t,this._y=e,this._z=n,this._w=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._w)}copy(t){return this._x=t.x,this._y=t.y,this._z=t.z,this._w=t.w,this._onChangeCallback(),this}setFromEuler(t,e=!0){let n=t._x,s=t._y,r=t._z,o=t._order,a=Math.cos,l=Math.sin,c=a(n/2),u=a(s/2),h=a(r/2),d=l(n/2),f=l(s/2),g=l(r/2);switch(o){case"XYZ":this._x=d*u*h+c*f*g,this._y=c*f*h-d*u*g,this._z=c*u*g+d*f*h,this._w=c*u*h-d*f*g;break;case"YXZ":this._x=d*u*h+c*f*g,this._y=c*f*h-d*u*g,this._z=c*u*g-d*f*h,this._w=c*u*h+d*f*g;break;case"ZXY":this._x=d*u*h-c*f*g,this._y=c*f*h+d*u*g,this._z=c*u*g+d*f*h,this._w=c*u*h-d*f*g;break;case"ZYX":this._x=d*u*h-c*f*g,this._y=c*f*h+d*u*g,this._z=c*u*g-d*f*h,this._w=c*u*h+d*f*g;break;case"YZX":this._x=d*u*h+c*f*g,this._y=c*f*h+d*u*g,this._z=c*u*g-d*f*h,this._w=c*u*h-d*f*g;break;case"XZY":this._x=d*u*h-c*f*g,this._y=c*f*h-d*u*g,this._z=c*u*g+d*f*h,this._w=c*u*h+d*f*g;break;default:console.warn("THREE.Quaternion: .setFromEuler() encountered an unknown order: "+o)}return e===!0&&this._onChangeCallback(),this}setFromAxisAngle(t,e){let n=e/2,s=Math.sin(n);return this._x=t.x*s,this._y=t.y*s,this._z=t.z*s,this._w=Math.cos(n),this._onChangeCallback(),this}setFromRotationMatrix(t){let e=t.elements,n=e[0],s=e[4],r=e[8],o=e[1],a=e[5],l=e[9],c=e[2],u=e[6],h=e[10],d=n+a+h;if(d>0){let f=.5/Math.sqrt(d+1);this._w=.25/f,this._x=(u-l)*f,this._y=(r-c)*f,this._z=(o-s)*f}else if(n>a&&n>h){let f=2*Math.sqrt(1+n-a-h);this._w=(u-l)/f,this._x=.25*f,this._y=(s+o)/f,this._z=(r+c)/f}else if(a>h){let f=2*Math.sqrt(1+a-n-h);this._w=(r-c)/f,this._x=(s+o)/f,this._y=.25*f,this._z=(l+u)/f}else{let f=2*Math.sqrt(1+h-n-a);this._w=(o-s)/f,this._x=(r+c)/f,this._y=(l+u)/f,this._z=.25*f}return this._onChangeCallback(),this}setFromUnitVectors(t,e){let n=t.dot(e)+1;return n<1e-8?(n=0,Math.abs(t.x)>Math.abs(t.z)?(this._x=-t.y,this._y=t.x,this._z=0,this._w=n):(this._x=0,this._y=-t.z,this._z=t.y,this._w=n)):(this._x=t.y*e.z-t.z*e.y,this._y=t.z*e.x-t.x*e.z,this._z=t.x*e.y-t.y*e.x,this._w=n),this.normalize()}angleTo(t){return 2*Math.acos(Math.abs(he(this.dot(t),-1,1)))}rotateTowards(t,e){let n=this.angleTo(t);if(n===0)return this;let s=Math.min(1,e/n);return this.slerp(t,s),this}identity(){return this.set(0,0,0,1)}invert(){return this.conjugate()}conjugate(){return this._x*=-1,this._y*=-1,this._z*=-1,this._onChangeCallback(),this}dot(t){return this._x*t._x+this._y*t._y+this._z*t._z+this._w*t._w}lengthSq(){return this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w}length(){return Math.sqrt(this._x*this._x+this._y*this._y+this._z*this._z+this._w*this._w)}normalize(){let t=this.length();return t===0?(this._x=0,this._y=0,this._z=0,this._w=1):(t=1/t,this._x=this._x*t,this._y=this._y*t,this._z=this._z*t,this._w=this._w*t),this._onChangeCallback(),this}multiply(t){return this.multiplyQuaternions(this,t)}premultiply(t){return this.multiplyQuaternions(t,this)}multiplyQuaternions(t,e){let n=t._x,s=t._y,r=t._z,o=t._w,a=e._x,l=e._y,c=e._z,u=e._w;return this._x=n*u+o*a+s*c-r*l,this._y=s*u+o*l+r*a-n*c,this._z=r*u+o*c+n*l-s*a,this._w=o*u-n*a-s*l-r*c,this._onChangeCallback(),this}slerp(t,e){if(e===0)return this;if(e===1)return this.copy(t);let n=this._x,s=this._y,r=this._z,o=this._w,a=o*t._w+n*t._x+s*t._y+r*t._z;if(a<0?(this._w=-t._w,this._x=-t._x,this._y=-t._y,this._z=-t._z,a=-a):this.copy(t),a>=1)return this._w=o,this._x=n,this._y=s,this._z=r,this;let l=1-a*a;if(l<=Number.EPSILON){let f=1-e;return this._w=f*o+e*this._w,this._x=f*n+e*this._x,this._y=f*s+e*this._y,this._z=f*r+e*this._z,this.normalize(),this}let c=Math.sqrt(l),u=Math.atan2(c,a),h=Math.sin((1-e)*u)/c,d=Math.sin(e*u)/c;return this._w=o*h+this._w*d,this._x=n*h+this._x*d,this._y=s*h+this._y*d,this._z=r*h+this._z*d,this._onChangeCallback(),this}slerpQuaternions(t,e,n){return this.copy(t).slerp(e,n)}random(){let t=2*Math.PI*Math.random(),e=2*Math.PI*Math.random(),n=Math.random(),s=Math.sqrt(1-n),r=Math.sqrt(n);return this.set(s*Math.sin(t),s*Math.cos(t),r*Math.sin(e),r*Math.cos(e))}equals(t){return t._x===this._x&&t._y===this._y&&t._z===this._z&&t._w===this._w}fromArray(t,e=0){return this._x=t[e],this._y=t[e+1],this._z=t[e+2],this._w=t[e+3],this._onChangeCallback(),this}toArray(t=[],e=0){return t[e]=this._x,t[e+1]=this._y,t[e+2]=this._z,t[e+3]=this._w,t}fromBufferAttribute(t,e){return this._x=t.getX(e),this._y=t.getY(e),this._z=t.getZ(e),this._w=t.getW(e),this._onChangeCallback(),this}toJSON(){return this.toArray()}_onChange(t){return this._onChangeCallback=t,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._w}},N=class i{constructor(t=0,e=0,n=0){i.prototype.isVector3=!0,this.x=t,this.y=e,this.z=n}set(t,e,n){return n===void 0&&(n=this.z),this.x=t,this.y=e,this.z=n,this}setScalar(t){return this.x=t,this.y=t,this.z=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setZ(t){return this.z=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;case 2:this.z=e;break;default:throw new Error("index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;case 2:return this.z;default:throw new Error("index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y,this.z)}copy(t){return this.x=t.x,this.y=t.y,this.z=t.z,this}add(t){return this.x+=t.x,this.y+=t.y,this.z+=t.z,this}addScalar(t){return this.x+=t,this.y+=t,this.z+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this.z=t.z+e.z,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this.z+=t.z*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this.z-=t.z,this}subScalar(t){return this.x-=t,this.y-=t,this.z-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this.z=t.z-e.z,this}multiply(t){return this.x*=t.x,this.y*=t.y,this.z*=t.z,this}multiplyScalar(t){return this.x*=t,this.y*=t,this.z*=t,this}multiplyVectors(t,e){return this.x=t.x*e.x,this.y=t.y*e.y,this.z=t.z*e.z,this}applyEuler(t){return this.applyQuaternion(Pf.setFromEuler(t))}applyAxisAngle(t,e){return this.applyQuaternion(Pf.setFromAxisAngle(t,e))}applyMatrix3(t){let e=this.x,n=this.y,s=this.z,r=t.elements;return this.x=r[0]*e+r[3]*n+r[6]*s,this.y=r[1]*e+r[4]*n+r[7]*s,this.z=r[2]*e+r[5]*n+r[8]*s,this}applyNormalMatrix(t){return this.applyMatrix3(t).normalize()}applyMatrix4(t){let e=this.x,n=this.y,s=this.z,r=t.elements,o=1/(r[3]*e+r[7]*n+r[11]*s+r[15]);return this.x=(r[0]*e+r[4]*n+r[8]*s+r[12])*o,this.y=(r[1]*e+r[5]*n+r[9]*s+r[13])*o,this.z=(r[2]*e+r[6]*n+r[10]*s+r[14])*o,this}applyQuaternion(t){let e=this.x,n=this.y,s=this.z,r=t.x,o=t.y,a=t.z,l=t.w,c=2*(o*s-a*n),u=2*(a*e-r*s),h=2*(r*n-o*e);return this.x=e+l*c+o*h-a*u,this.y=n+l*u+a*c-r*h,this.z=s+l*h+r*u-o*c,this}project(t){return this.applyMatrix4(t.matrixWorldInverse).applyMatrix4(t.projectionMatrix)}unproject(t){return this.applyMatrix4(t.projectionMatrixInverse).applyMatrix4(t.matrixWorld)}transformDirection(t){let e=this.x,n=this.y,s=this.z,r=t.elements;return this.x=r[0]*e+r[4]*n+r[8]*s,this.y=r[1]*e+r[5]*n+r[9]*s,this.z=r[2]*e+r[6]*n+r[10]*s,this.normalize()}divide(t){return this.x/=t.x,this.y/=t.y,this.z/=t.z,this}divideScalar(t){return this.multiplyScalar(1/t)}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this.z=Math.min(this.z,t.z),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this.z=Math.max(this.z,t.z),this}clamp(t,e){return this.x=he(this.x,t.x,e.x),this.y=he(this.y,t.y,e.y),this.z=he(this.z,t.z,e.z),this}clampScalar(t,e){return this.x=he(this.x,t,e),this.y=he(this.y,t,e),this.z=he(this.z,t,e),this}clampLength(t,e){let n=this.length();return this.divideScalar(n||1).multiplyScalar(he(n,t,e))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this}dot(t){return this.x*t.x+this.y*t.y+this.z*t.z}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)}normalize(){return this.divideScalar(this.length()||1)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this.z+=(t.z-this.z)*e,this}lerpVectors(t,e,n){return this.x=t.x+(e.x-t.x)*n,this.y=t.y+(e.y-t.y)*n,this.z=t.z+(e.z-t.z)*n,this}cross(t){return this.crossVectors(this,t)}crossVectors(t,e){let n=t.x,s=t.y,r=t.z,o=e.x,a=e.y,l=e.z;return this.x=s*l-r*a,this.y=r*o-n*l,this.z=n*a-s*o,this}projectOnVector(t){let e=t.lengthSq();if(e===0)return this.set(0,0,0);let n=t.dot(this)/e;return this.copy(t).multiplyScalar(n)}projectOnPlane(t){return Fh.copy(this).projectOnVector(t),this.sub(Fh)}reflect(t){return this.sub(Fh.copy(t).multiplyScalar(2*this.dot(t)))}angleTo(t){let e=Math.sqrt(this.lengthSq()*t.lengthSq());if(e===0)return Math.PI/2;let n=this.dot(t)/e;return Math.acos(he(n,-1,1))}distanceTo(t){return Math.sqrt(this.distanceToSquared(t))}distanceToSquared(t){let e=this.x-t.x,n=this.y-t.y,s=this.z-t.z;return e*e+n*n+s*s}manhattanDistanceTo(t){return Math.abs(this.x-t.x)+Math.abs(this.y-t.y)+Math.abs(this.z-t.z)}setFromSpherical(t){return this.setFromSphericalCoords(t.radius,t.phi,t.theta)}setFromSphericalCoords(t,e,n){let s=Math.sin(e)*t;return this.x=s*Math.sin(n),this.y=Math.cos(e)*t,this.z=s*Math.cos(n),this}setFromCylindrical(t){return this.setFromCylindricalCoords(t.radius,t.theta,t.y)}setFromCylindricalCoords(t,e,n){return this.x=t*Math.sin(e),this.y=n,this.z=t*Math.cos(e),this}setFromMatrixPosition(t){let e=t.elements;return this.x=e[12],this.y=e[13],this.z=e[14],this}setFromMatrixScale(t){let e=this.setFromMatrixColumn(t,0).length(),n=this.setFromMatrixColumn(t,1).length(),s=this.setFromMatrixColumn(t,2).length();return this.x=e,this.y=n,this.z=s,this}setFromMatrixColumn(t,e){return this.fromArray(t.elements,e*4)}setFromMatrix3Column(t,e){return this.fromArray(t.elements,e*3)}setFromEuler(t){return this.x=t._x,this.y=t._y,this.z=t._z,this}setFromColor(t){return this.x=t.r,this.y=t.g,this.z=t.b,this}equals(t){return t.x===this.x&&t.y===this.y&&t.z===this.z}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this.z=t[e+2],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t[e+2]=this.z,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this.z=t.getZ(e),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this}randomDirection(){let t=Math.random()*Math.PI*2,e=Math.random()*2-1,n=Math.sqrt(1-e*e);return this.x=n*Math.cos(t),this.y=e,this.z=n*Math.sin(t),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z}},Fh=new N,Pf=new si,le=class i{constructor(t,e,n,s,r,o,a,l,c){i.prototype.isMatrix3=!0,this.elements=[1,0,0,0,1,0,0,0,1],t!==void 0&&this.set(t,e,n,s,r,o,a,l,c)}set(t,e,n,s,r,o,a,l,c){let u=this.elements;return u[0]=t,u[1]=s,u[2]=a,u[3]=e,u[4]=r,u[5]=l,u[6]=n,u[7]=o,u[8]=c,this}identity(){return this.set(1,0,0,0,1,0,0,0,1),this}copy(t){let e=this.elements,n=t.elements;return e[0]=n[0],e[1]=n[1],e[2]=n[2],e[3]=n[3],e[4]=n[4],e[5]=n[5],e[6]=n[6],e[7]=n[7],e[8]=n[8],this}extractBasis(t,e,n){return t.setFromMatrix3Column(this,0),e.setFromMatrix3Column(this,1),n.setFromMatrix3Column(this,2),this}setFromMatrix4(t){let e=t.elements;return this.set(e[0],e[4],e[8],e[1],e[5],e[9],e[2],e[6],e[10]),this}multiply(t){return this.multiplyMatrices(this,t)}premultiply(t){return this.multiplyMatrices(t,this)}multiplyMatrices(t,e){let n=t.elements,s=e.elements,r=this.elements,o=n[0],a=n[3],l=n[6],c=n[1],u=n[4],h=n[7],d=n[2],f=n[5],g=n[8],_=s[0],m=s[3],p=s[6],T=s[1],E=s[4],v=s[7],L=s[2],C=s[5],U=s[8];return r[0]=o*_+a*T+l*L,r[3]=o*m+a*E+l*C,r[6]=o*p+a*v+l*U,r[1]=c*_+u*T+h*L,r[4]=c*m+u*E+h*C,r[7]=c*p+u*v+h*U,r[2]=d*_+f*T+g*L,r[5]=d*m+f*E+g*C,r[8]=d*p+f*v+g*U,this}multiplyScalar(t){let e=this.elements;return e[0]*=t,e[3]*=t,e[6]*=t,e[1]*=t,e[4]*=t,e[7]*=t,e[2]*=t,e[5]*=t,e[8]*=t,this}determinant(){let t=this.elements,e=t[0],n=t[1],s=t[2],r=t[3],o=t[4],a=t[5],l=t[6],c=t[7],u=t[8];return e*o*u-e*a*c-n*r*u+n*a*l+s*r*c-s*o*l}invert(){let t=this.elements,e=t[0],n=t[1],s=t[2],r=t[3],o=t[4],a=t[5],l=t[6],c=t[7],u=t[8],h=u*o-a*c,d=a*l-u*r,f=c*r-o*l,g=e*h+n*d+s*f;if(g===0)return this.set(0,0,0,0,0,0,0,0,0);let _=1/g;return t[0]=h*_,t[1]=(s*c-u*n)*_,t[2]=(a*n-s*o)*_,t[3]=d*_,t[4]=(u*e-s*l)*_,t[5]=(s*r-a*e)*_,t[6]=f*_,t[7]=(n*l-c*e)*_,t[8]=(o*e-n*r)*_,this}transpose(){let t,e=this.elements;return t=e[1],e[1]=e[3],e[3]=t,t=e[2],e[2]=e[6],e[6]=t,t=e[5],e[5]=e[7],e[7]=t,this}getNormalMatrix(t){return this.setFromMatrix4(t).invert().transpose()}transposeIntoArray(t){let e=this.elements;return t[0]=e[0],t[1]=e[3],t[2]=e[6],t[3]=e[1],t[4]=e[4],t[5]=e[7],t[6]=e[2],t[7]=e[5],t[8]=e[8],this}setUvTransform(t,e,n,s,r,o,a){let l=Math.cos(r),c=Math.sin(r);return this.set(n*l,n*c,-n*(l*o+c*a)+o+t,-s*c,s*l,-s*(-c*o+l*a)+a+e,0,0,1),this}scale(t,e){return this.premultiply(Oh.makeScale(t,e)),this}rotate(t){return this.premultiply(Oh.makeRotation(-t)),this}translate(t,e){return this.premultiply(Oh.makeTranslation(t,e)),this}makeTranslation(t,e){return t.isVector2?this.set(1,0,t.x,0,1,t.y,0,0,1):this.set(1,0,t,0,1,e,0,0,1),this}makeRotation(t){let e=Math.cos(t),n=Math.sin(t);return this.set(e,-n,0,n,e,0,0,0,1),this}makeScale(t,e){return this.set(t,0,0,0,e,0,0,0,1),this}equals(t){let e=this.elements,n=t.elements;for(let s=0;s<9;s++)if(e[s]!==n[s])return!1;return!0}fromArray(t,e=0){for(let n=0;n<9;n++)this.elements[n]=t[n+e];return this}toArray(t=[],e=0){let n=this.elements;return t[e]=n[0],t[e+1]=n[1],t[e+2]=n[2],t[e+3]=n[3],t[e+4]=n[4],t[e+5]=n[5],t[e+6]=n[6],t[e+7]=n[7],t[e+8]=n[8],t}clone(){return new this.constructor().fromArray(this.elements)}},Oh=new le;function ku(i){for(let t=i.length-1;t>=0;--t)if(i[t]>=65535)return!0;return!1}function Fo(i){return document.createElementNS("http://www.w3.org/1999/xhtml",i)}function Xp(){let i=Fo("canvas");return i.style.display="block",i}var If={};function Br(i){i in If||(If[i]=!0,console.warn(i))}function qp(i,t,e){return new Promise(function(n,s){function r(){switch(i.clientWaitSync(t,i.SYNC_FLUSH_COMMANDS_BIT,0)){case i.WAIT_FAILED:s();break;case i.TIMEOUT_EXPIRED:setTimeout(r,e);break;default:n()}}setTimeout(r,e)})}var Lf=new le().set(.4123908,.3575843,.1804808,.212639,.7151687,.0721923,.0193308,.1191948,.9505322),Df=new le().set(3.2409699,-1.5373832,-.4986108,-.9692436,1.8759675,.0415551,.0556301,-.203977,1.0569715);function O_(){let i={enabled:!0,workingColorSpace:Xs,spaces:{},convert:function(s,r,o){return this.enabled===!1||r===o||!r||!o||(this.spaces[r].transfer===Te&&(s.r=Yi(s.r),s.g=Yi(s.g),s.b=Yi(s.b)),this.spaces[r].primaries!==this.spaces[o].primaries&&(s.applyMatrix3(this.spaces[r].toXYZ),s.applyMatrix3(this.spaces[o].fromXYZ)),this.spaces[o].transfer===Te&&(s.r=Ur(s.r),s.g=Ur(s.g),s.b=Ur(s.b))),s},workingToColorSpace:function(s,r){return this.convert(s,this.workingColorSpace,r)},colorSpaceToWorking:function(s,r){return this.convert(s,r,this.workingColorSpace)},getPrimaries:function(s){return this.spaces[s].primaries},getTransfer:function(s){return s===ts?No:this.spaces[s].transfer},getToneMappingMode:function(s){return this.spaces[s].outputColorSpaceConfig.toneMappingMode||"standard"},getLuminanceCoefficients:function(s,r=this.workingColorSpace){return s.fromArray(this.spaces[r].luminanceCoefficients)},define:function(s){Object.assign(this.spaces,s)},_getMatrix:function(s,r,o){return s.copy(this.spaces[r].toXYZ).multiply(this.spaces[o].fromXYZ)},_getDrawingBufferColorSpace:function(s){return this.spaces[s].outputColorSpaceConfig.drawingBufferColorSpace},_getUnpackColorSpace:function(s=this.workingColorSpace){return this.spaces[s].workingColorSpaceConfig.unpackColorSpace},fromWorkingColorSpace:function(s,r){return Br("THREE.ColorManagement: .fromWorkingColorSpace() has been renamed to .workingToColorSpace()."),i.workingToColorSpace(s,r)},toWorkingColorSpace:function(s,r){return Br("THREE.ColorManagement: .toWorkingColorSpace() has been renamed to .colorSpaceToWorking()."),i.colorSpaceToWorking(s,r)}},t=[.64,.33,.3,.6,.15,.06],e=[.2126,.7152,.0722],n=[.3127,.329];return i.define({[Xs]:{primaries:t,whitePoint:n,transfer:No,toXYZ:Lf,fromXYZ:Df,luminanceCoefficients:e,workingColorSpaceConfig:{unpackColorSpace:Xn},outputColorSpaceConfig:{drawingBufferColorSpace:Xn}},[Xn]:{primaries:t,whitePoint:n,transfer:Te,toXYZ:Lf,fromXYZ:Df,luminanceCoefficients:e,outputColorSpaceConfig:{drawingBufferColorSpace:Xn}}}),i}var ge=O_();function Yi(i){return i<.04045?i*.0773993808:Math.pow(i*.9478672986+.0521327014,2.4)}function Ur(i){return i<.0031308?i*12.92:1.055*Math.pow(i,.41666)-.055}var br,_l=class{static getDataURL(t,e="image/png"){if(/^data:/i.test(t.src)||typeof HTMLCanvasElement>"u")return t.src;let n;if(t instanceof HTMLCanvasElement)n=t;else{br===void 0&&(br=Fo("canvas")),br.width=t.width,br.height=t.height;let s=br.getContext("2d");t instanceof ImageData?s.putImageData(t,0,0):s.drawImage(t,0,0,t.width,t.height),n=br}return n.toDataURL(e)}static sRGBToLinear(t){if(typeof HTMLImageElement<"u"&&t instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&t instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&t instanceof ImageBitmap){let e=Fo("canvas");e.width=t.width,e.height=t.height;let n=e.getContext("2d");n.drawImage(t,0,0,t.width,t.height);let s=n.getImageData(0,0,t.width,t.height),r=s.data;for(let o=0;o<r.length;o++)r[o]=Yi(r[o]/255)*255;return n.putImageData(s,0,0),e}else if(t.data){let e=t.data.slice(0);for(let n=0;n<e.length;n++)e instanceof Uint8Array||e instanceof Uint8ClampedArray?e[n]=Math.floor(Yi(e[n]/255)*255):e[n]=Yi(e[n]);return{data:e,width:t.width,height:t.height}}else return console.warn("THREE.ImageUtils.sRGBToLinear(): Unsupported image type. No color space conversion applied."),t}},B_=0,kr=class{constructor(t=null){this.isSource=!0,Object.defineProperty(this,"id",{value:B_++}),this.uuid=Qs(),this.data=t,this.dataReady=!0,this.version=0}getSize(t){let e=this.data;return typeof HTMLVideoElement<"u"&&e instanceof HTMLVideoElement?t.set(e.videoWidth,e.videoHeight,0):e instanceof VideoFrame?t.set(e.displayHeight,e.displayWidth,0):e!==null?t.set(e.width,e.height,e.depth||0):t.set(0,0,0),t}set needsUpdate(t){t===!0&&this.version++}toJSON(t){let e=t===void 0||typeof t=="string";if(!e&&t.images[this.uuid]!==void 0)return t.images[this.uuid];let n={uuid:this.uuid,url:""},s=this.data;if(s!==null){let r;if(Array.isArray(s)){r=[];for(let o=0,a=s.length;o<a;o++)s[o].isDataTexture?r.push(Bh(s[o].image)):r.push(Bh(s[o]))}else r=Bh(s);n.url=r}return e||(t.images[this.uuid]=n),n}};function Bh(i){return typeof HTMLImageElement<"u"&&i instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&i instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&i instanceof ImageBitmap?_l.getDataURL(i):i.data?{data:Array.from(i.data),width:i.width,height:i.height,type:i.data.constructor.name}:(console.warn("THREE.Texture: Unable to serialize Texture."),{})}var k_=0,kh=new N,qn=class i extends Ii{constructor(t=i.DEFAULT_IMAGE,e=i.DEFAULT_MAPPING,n=_s,s=_s,r=yi,o=Es,a=ai,l=Mi,c=i.DEFAULT_ANISOTROPY,u=ts){super(),this.isTexture=!0,Object.defineProperty(this,"id",{value:k_++}),this.uuid=Qs(),this.name="",this.source=new kr(t),this.mipmaps=[],this.mapping=e,this.channel=0,this.wrapS=n,this.wrapT=s,this.magFilter=r,this.minFilter=o,this.anisotropy=c,this.format=a,this.internalFormat=null,this.type=l,this.offset=new bt(0,0),this.repeat=new bt(1,1),this.center=new bt(0,0),this.rotation=0,this.matrixAutoUpdate=!0,this.matrix=new le,this.generateMipmaps=!0,this.premultiplyAlpha=!1,this.flipY=!0,this.unpackAlignment=4,this.colorSpace=u,this.userData={},this.updateRanges=[],this.version=0,this.onUpdate=null,this.renderTarget=null,this.isRenderTargetTexture=!1,this.isArrayTexture=!!(t&&t.depth&&t.depth>1),this.pmremVersion=0}get width(){return this.source.getSize(kh).x}get height(){return this.source.getSize(kh).y}get depth(){return this.source.getSize(kh).z}get image(){return this.source.data}set image(t=null){this.source.data=t}updateMatrix(){this.matrix.setUvTransform(this.offset.x,this.offset.y,this.repeat.x,this.repeat.y,this.rotation,this.center.x,this.center.y)}addUpdateRange(t,e){this.updateRanges.push({start:t,count:e})}clearUpdateRanges(){this.updateRanges.length=0}clone(){return new this.constructor().copy(this)}copy(t){return this.name=t.name,this.source=t.source,this.mipmaps=t.mipmaps.slice(0),this.mapping=t.mapping,this.channel=t.channel,this.wrapS=t.wrapS,this.wrapT=t.wrapT,this.magFilter=t.magFilter,this.minFilter=t.minFilter,this.anisotropy=t.anisotropy,this.format=t.format,this.internalFormat=t.internalFormat,this.type=t.type,this.offset.copy(t.offset),this.repeat.copy(t.repeat),this.center.copy(t.center),this.rotation=t.rotation,this.matrixAutoUpdate=t.matrixAutoUpdate,this.matrix.copy(t.matrix),this.generateMipmaps=t.generateMipmaps,this.premultiplyAlpha=t.premultiplyAlpha,this.flipY=t.flipY,this.unpackAlignment=t.unpackAlignment,this.colorSpace=t.colorSpace,this.renderTarget=t.renderTarget,this.isRenderTargetTexture=t.isRenderTargetTexture,this.isArrayTexture=t.isArrayTexture,this.userData=JSON.parse(JSON.stringify(t.userData)),this.needsUpdate=!0,this}setValues(t){for(let e in t){let n=t[e];if(n===void 0){console.warn(`THREE.Texture.setValues(): parameter '${e}' has value of undefined.`);continue}let s=this[e];if(s===void 0){console.warn(`THREE.Texture.setValues(): property '${e}' does not exist.`);continue}s&&n&&s.isVector2&&n.isVector2||s&&n&&s.isVector3&&n.isVector3||s&&n&&s.isMatrix3&&n.isMatrix3?s.copy(n):this[e]=n}}toJSON(t){let e=t===void 0||typeof t=="string";if(!e&&t.textures[this.uuid]!==void 0)return t.textures[this.uuid];let n={metadata:{version:4.7,type:"Texture",generator:"Texture.toJSON"},uuid:this.uuid,name:this.name,image:this.source.toJSON(t).uuid,mapping:this.mapping,channel:this.channel,repeat:[this.repeat.x,this.repeat.y],offset:[this.offset.x,this.offset.y],center:[this.center.x,this.center.y],rotation:this.rotation,wrap:[this.wrapS,this.wrapT],format:this.format,internalFormat:this.internalFormat,type:this.type,colorSpace:this.colorSpace,minFilter:this.minFilter,magFilter:this.magFilter,anisotropy:this.anisotropy,flipY:this.flipY,generateMipmaps:this.generateMipmaps,premultiplyAlpha:this.premultiplyAlpha,unpackAlignment:this.unpackAlignment};return Object.keys(this.userData).length>0&&(n.userData=this.userData),e||(t.textures[this.uuid]=n),n}dispose(){this.dispatchEvent({type:"dispose"})}transformUv(t){if(this.mapping!==Tu)return t;if(t.applyMatrix3(this.matrix),t.x<0||t.x>1)switch(this.wrapS){case pl:t.x=t.x-Math.floor(t.x);break;case _s:t.x=t.x<0?0:1;break;case ml:Math.abs(Math.floor(t.x)%2)===1?t.x=Math.ceil(t.x)-t.x:t.x=t.x-Math.floor(t.x);break}if(t.y<0||t.y>1)switch(this.wrapT){case pl:t.y=t.y-Math.floor(t.y);break;case _s:t.y=t.y<0?0:1;break;case ml:Math.abs(Math.floor(t.y)%2)===1?t.y=Math.ceil(t.y)-t.y:t.y=t.y-Math.floor(t.y);break}return this.flipY&&(t.y=1-t.y),t}set needsUpdate(t){t===!0&&(this.version++,this.source.needsUpdate=!0)}set needsPMREMUpdate(t){t===!0&&this.pmremVersion++}};qn.DEFAULT_IMAGE=null;qn.DEFAULT_MAPPING=Tu;qn.DEFAULT_ANISOTROPY=1;var Xe=class i{constructor(t=0,e=0,n=0,s=1){i.prototype.isVector4=!0,this.x=t,this.y=e,this.z=n,this.w=s}get width(){return this.z}set width(t){this.z=t}get height(){return this.w}set height(t){this.w=t}set(t,e,n,s){return this.x=t,this.y=e,this.z=n,this.w=s,this}setScalar(t){return this.x=t,this.y=t,this.z=t,this.w=t,this}setX(t){return this.x=t,this}setY(t){return this.y=t,this}setZ(t){return this.z=t,this}setW(t){return this.w=t,this}setComponent(t,e){switch(t){case 0:this.x=e;break;case 1:this.y=e;break;case 2:this.z=e;break;case 3:this.w=e;break;default:throw new Error("index is out of range: "+t)}return this}getComponent(t){switch(t){case 0:return this.x;case 1:return this.y;case 2:return this.z;case 3:return this.w;default:throw new Error("index is out of range: "+t)}}clone(){return new this.constructor(this.x,this.y,this.z,this.w)}copy(t){return this.x=t.x,this.y=t.y,this.z=t.z,this.w=t.w!==void 0?t.w:1,this}add(t){return this.x+=t.x,this.y+=t.y,this.z+=t.z,this.w+=t.w,this}addScalar(t){return this.x+=t,this.y+=t,this.z+=t,this.w+=t,this}addVectors(t,e){return this.x=t.x+e.x,this.y=t.y+e.y,this.z=t.z+e.z,this.w=t.w+e.w,this}addScaledVector(t,e){return this.x+=t.x*e,this.y+=t.y*e,this.z+=t.z*e,this.w+=t.w*e,this}sub(t){return this.x-=t.x,this.y-=t.y,this.z-=t.z,this.w-=t.w,this}subScalar(t){return this.x-=t,this.y-=t,this.z-=t,this.w-=t,this}subVectors(t,e){return this.x=t.x-e.x,this.y=t.y-e.y,this.z=t.z-e.z,this.w=t.w-e.w,this}multiply(t){return this.x*=t.x,this.y*=t.y,this.z*=t.z,this.w*=t.w,this}multiplyScalar(t){return this.x*=t,this.y*=t,this.z*=t,this.w*=t,this}applyMatrix4(t){let e=this.x,n=this.y,s=this.z,r=this.w,o=t.elements;return this.x=o[0]*e+o[4]*n+o[8]*s+o[12]*r,this.y=o[1]*e+o[5]*n+o[9]*s+o[13]*r,this.z=o[2]*e+o[6]*n+o[10]*s+o[14]*r,this.w=o[3]*e+o[7]*n+o[11]*s+o[15]*r,this}divide(t){return this.x/=t.x,this.y/=t.y,this.z/=t.z,this.w/=t.w,this}divideScalar(t){return this.multiplyScalar(1/t)}setAxisAngleFromQuaternion(t){this.w=2*Math.acos(t.w);let e=Math.sqrt(1-t.w*t.w);return e<1e-4?(this.x=1,this.y=0,this.z=0):(this.x=t.x/e,this.y=t.y/e,this.z=t.z/e),this}setAxisAngleFromRotationMatrix(t){let e,n,s,r,l=t.elements,c=l[0],u=l[4],h=l[8],d=l[1],f=l[5],g=l[9],_=l[2],m=l[6],p=l[10];if(Math.abs(u-d)<.01&&Math.abs(h-_)<.01&&Math.abs(g-m)<.01){if(Math.abs(u+d)<.1&&Math.abs(h+_)<.1&&Math.abs(g+m)<.1&&Math.abs(c+f+p-3)<.1)return this.set(1,0,0,0),this;e=Math.PI;let E=(c+1)/2,v=(f+1)/2,L=(p+1)/2,C=(u+d)/4,U=(h+_)/4,O=(g+m)/4;return E>v&&E>L?E<.01?(n=0,s=.707106781,r=.707106781):(n=Math.sqrt(E),s=C/n,r=U/n):v>L?v<.01?(n=.707106781,s=0,r=.707106781):(s=Math.sqrt(v),n=C/s,r=O/s):L<.01?(n=.707106781,s=.707106781,r=0):(r=Math.sqrt(L),n=U/r,s=O/r),this.set(n,s,r,e),this}let T=Math.sqrt((m-g)*(m-g)+(h-_)*(h-_)+(d-u)*(d-u));return Math.abs(T)<.001&&(T=1),this.x=(m-g)/T,this.y=(h-_)/T,this.z=(d-u)/T,this.w=Math.acos((c+f+p-1)/2),this}setFromMatrixPosition(t){let e=t.elements;return this.x=e[12],this.y=e[13],this.z=e[14],this.w=e[15],this}min(t){return this.x=Math.min(this.x,t.x),this.y=Math.min(this.y,t.y),this.z=Math.min(this.z,t.z),this.w=Math.min(this.w,t.w),this}max(t){return this.x=Math.max(this.x,t.x),this.y=Math.max(this.y,t.y),this.z=Math.max(this.z,t.z),this.w=Math.max(this.w,t.w),this}clamp(t,e){return this.x=he(this.x,t.x,e.x),this.y=he(this.y,t.y,e.y),this.z=he(this.z,t.z,e.z),this.w=he(this.w,t.w,e.w),this}clampScalar(t,e){return this.x=he(this.x,t,e),this.y=he(this.y,t,e),this.z=he(this.z,t,e),this.w=he(this.w,t,e),this}clampLength(t,e){let n=this.length();return this.divideScalar(n||1).multiplyScalar(he(n,t,e))}floor(){return this.x=Math.floor(this.x),this.y=Math.floor(this.y),this.z=Math.floor(this.z),this.w=Math.floor(this.w),this}ceil(){return this.x=Math.ceil(this.x),this.y=Math.ceil(this.y),this.z=Math.ceil(this.z),this.w=Math.ceil(this.w),this}round(){return this.x=Math.round(this.x),this.y=Math.round(this.y),this.z=Math.round(this.z),this.w=Math.round(this.w),this}roundToZero(){return this.x=Math.trunc(this.x),this.y=Math.trunc(this.y),this.z=Math.trunc(this.z),this.w=Math.trunc(this.w),this}negate(){return this.x=-this.x,this.y=-this.y,this.z=-this.z,this.w=-this.w,this}dot(t){return this.x*t.x+this.y*t.y+this.z*t.z+this.w*t.w}lengthSq(){return this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w}length(){return Math.sqrt(this.x*this.x+this.y*this.y+this.z*this.z+this.w*this.w)}manhattanLength(){return Math.abs(this.x)+Math.abs(this.y)+Math.abs(this.z)+Math.abs(this.w)}normalize(){return this.divideScalar(this.length()||1)}setLength(t){return this.normalize().multiplyScalar(t)}lerp(t,e){return this.x+=(t.x-this.x)*e,this.y+=(t.y-this.y)*e,this.z+=(t.z-this.z)*e,this.w+=(t.w-this.w)*e,this}lerpVectors(t,e,n){return this.x=t.x+(e.x-t.x)*n,this.y=t.y+(e.y-t.y)*n,this.z=t.z+(e.z-t.z)*n,this.w=t.w+(e.w-t.w)*n,this}equals(t){return t.x===this.x&&t.y===this.y&&t.z===this.z&&t.w===this.w}fromArray(t,e=0){return this.x=t[e],this.y=t[e+1],this.z=t[e+2],this.w=t[e+3],this}toArray(t=[],e=0){return t[e]=this.x,t[e+1]=this.y,t[e+2]=this.z,t[e+3]=this.w,t}fromBufferAttribute(t,e){return this.x=t.getX(e),this.y=t.getY(e),this.z=t.getZ(e),this.w=t.getW(e),this}random(){return this.x=Math.random(),this.y=Math.random(),this.z=Math.random(),this.w=Math.random(),this}*[Symbol.iterator](){yield this.x,yield this.y,yield this.z,yield this.w}},yl=class extends Ii{constructor(t=1,e=1,n={}){super(),n=Object.assign({generateMipmaps:!1,internalFormat:null,minFilter:yi,depthBuffer:!0,stencilBuffer:!1,resolveDepthBuffer:!0,resolveStencilBuffer:!0,depthTexture:null,samples:0,count:1,depth:1,multiview:!1},n),this.isRenderTarget=!0,this.width=t,this.height=e,this.depth=n.depth,this.scissor=new Xe(0,0,t,e),this.scissorTest=!1,this.viewport=new Xe(0,0,t,e);let s={width:t,height:e,depth:n.depth},r=new qn(s);this.textures=[];let o=n.count;for(let a=0;a<o;a++)this.textures[a]=r.clone(),this.textures[a].isRenderTargetTexture=!0,this.textures[a].renderTarget=this;this._setTextureOptions(n),this.depthBuffer=n.depthBuffer,this.stencilBuffer=n.stencilBuffer,this.resolveDepthBuffer=n.resolveDepthBuffer,this.resolveStencilBuffer=n.resolveStencilBuffer,this._depthTexture=null,this.depthTexture=n.depthTexture,this.samples=n.samples,this.multiview=n.multiview}_setTextureOptions(t={}){let e={minFilter:yi,generateMipmaps:!1,flipY:!1,internalFormat:null};t.mapping!==void 0&&(e.mapping=t.mapping),t.wrapS!==void 0&&(e.wrapS=t.wrapS),t.wrapT!==void 0&&(e.wrapT=t.wrapT),t.wrapR!==void 0&&(e.wrapR=t.wrapR),t.magFilter!==void 0&&(e.magFilter=t.magFilter),t.minFilter!==void 0&&(e.minFilter=t.minFilter),t.format!==void 0&&(e.format=t.format),t.type!==void 0&&(e.type=t.type),t.anisotropy!==void 0&&(e.anisotropy=t.anisotropy),t.colorSpace!==void 0&&(e.colorSpace=t.colorSpace),t.flipY!==void 0&&(e.flipY=t.flipY),t.generateMipmaps!==void 0&&(e.generateMipmaps=t.generateMipmaps),t.internalFormat!==void 0&&(e.internalFormat=t.internalFormat);for(let n=0;n<this.textures.length;n++)this.textures[n].setValues(e)}get texture(){return this.textures[0]}set texture(t){this.textures[0]=t}set depthTexture(t){this._depthTexture!==null&&(this._depthTexture.renderTarget=null),t!==null&&(t.renderTarget=this),this._depthTexture=t}get depthTexture(){return this._depthTexture}setSize(t,e,n=1){if(this.width!==t||this.height!==e||this.depth!==n){this.width=t,this.height=e,this.depth=n;for(let s=0,r=this.textures.length;s<r;s++)this.textures[s].image.width=t,this.textures[s].image.height=e,this.textures[s].image.depth=n,this.textures[s].isArrayTexture=this.textures[s].image.depth>1;this.dispose()}this.viewport.set(0,0,t,e),this.scissor.set(0,0,t,e)}clone(){return new this.constructor().copy(this)}copy(t){this.width=t.width,this.height=t.height,this.depth=t.depth,this.scissor.copy(t.scissor),this.scissorTest=t.scissorTest,this.viewport.copy(t.viewport),this.textures.length=0;for(let e=0,n=t.textures.length;e<n;e++){this.textures[e]=t.textures[e].clone(),this.textures[e].isRenderTargetTexture=!0,this.textures[e].renderTarget=this;let s=Object.assign({},t.textures[e].image);this.textures[e].source=new kr(s)}return this.depthBuffer=t.depthBuffer,this.stencilBuffer=t.stencilBuffer,this.resolveDepthBuffer=t.resolveDepthBuffer,this.resolveStencilBuffer=t.resolveStencilBuffer,t.depthTexture!==null&&(this.depthTexture=t.depthTexture.clone()),this.samples=t.samples,this}dispose(){this.dispatchEvent({type:"dispose"})}},Li=class extends yl{constructor(t=1,e=1,n={}){super(t,e,n),this.isWebGLRenderTarget=!0}},Oo=class extends qn{constructor(t=null,e=1,n=1,s=1){super(null),this.isDataArrayTexture=!0,this.image={data:t,width:e,height:n,depth:s},this.magFilter=ii,this.minFilter=ii,this.wrapR=_s,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1,this.layerUpdates=new Set}addLayerUpdate(t){this.layerUpdates.add(t)}clearLayerUpdates(){this.layerUpdates.clear()}};var xl=class extends qn{constructor(t=null,e=1,n=1,s=1){super(null),this.isData3DTexture=!0,this.image={data:t,width:e,height:n,depth:s},this.magFilter=ii,this.minFilter=ii,this.wrapR=_s,this.generateMipmaps=!1,this.flipY=!1,this.unpackAlignment=1}};var xs=class{constructor(t=new N(1/0,1/0,1/0),e=new N(-1/0,-1/0,-1/0)){this.isBox3=!0,this.min=t,this.max=e}set(t,e){return this.min.copy(t),this.max.copy(e),this}setFromArray(t){this.makeEmpty();for(let e=0,n=t.length;e<n;e+=3)this.expandByPoint(pi.fromArray(t,e));return this}setFromBufferAttribute(t){this.makeEmpty();for(let e=0,n=t.count;e<n;e++)this.expandByPoint(pi.fromBufferAttribute(t,e));return this}setFromPoints(t){this.makeEmpty();for(let e=0,n=t.length;e<n;e++)this.expandByPoint(t[e]);return this}setFromCenterAndSize(t,e){let n=pi.copy(e).multiplyScalar(.5);return this.min.copy(t).sub(n),this.max.copy(t).add(n),this}setFromObject(t,e=!1){return this.makeEmpty(),this.expandByObject(t,e)}clone(){return new this.constructor().copy(this)}copy(t){return this.min.copy(t.min),this.max.copy(t.max),this}makeEmpty(){return this.min.x=this.min.y=this.min.z=1/0,this.max.x=this.max.y=this.max.z=-1/0,this}isEmpty(){return this.max.x<this.min.x||this.max.y<this.min.y||this.max.z<this.min.z}getCenter(t){return this.isEmpty()?t.set(0,0,0):t.addVectors(this.min,this.max).multiplyScalar(.5)}getSize(t){return this.isEmpty()?t.set(0,0,0):t.subVectors(this.max,this.min)}expandByPoint(t){return this.min.min(t),this.max.max(t),this}expandByVector(t){return this.min.sub(t),this.max.add(t),this}expandByScalar(t){return this.min.addScalar(-t),this.max.addScalar(t),this}expandByObject(t,e=!1){t.updateWorldMatrix(!1,!1);let n=t.geometry;if(n!==void 0){let r=n.getAttribute("position");if(e===!0&&r!==void 0&&t.isInstancedMesh!==!0)for(let o=0,a=r.count;o<a;o++)t.isMesh===!0?t.getVertexPosition(o,pi):pi.fromBufferAttribute(r,o),pi.applyMatrix4(t.matrixWorld),this.expandByPoint(pi);else t.boundingBox!==void 0?(t.boundingBox===null&&t.computeBoundingBox(),Ha.copy(t.boundingBox)):(n.boundingBox===null&&n.computeBoundingBox(),Ha.copy(n.boundingBox)),Ha.applyMatrix4(t.matrixWorld),this.union(Ha)}let s=t.children;for(let r=0,o=s.length;r<o;r++)this.expandByObject(s[r],e);return this}containsPoint(t){return t.x>=this.min.x&&t.x<=this.max.x&&t.y>=this.min.y&&t.y<=this.max.y&&t.z>=this.min.z&&t.z<=this.max.z}containsBox(t){return this.min.x<=t.min.x&&t.max.x<=this.max.x&&this.min.y<=t.min.y&&t.max.y<=this.max.y&&this.min.z<=t.min.z&&t.max.z<=this.max.z}getParameter(t,e){return e.set((t.x-this.min.x)/(this.max.x-this.min.x),(t.y-this.min.y)/(this.max.y-this.min.y),(t.z-this.min.z)/(this.max.z-this.min.z))}intersectsBox(t){return t.max.x>=this.min.x&&t.min.x<=this.max.x&&t.max.y>=this.min.y&&t.min.y<=this.max.y&&t.max.z>=this.min.z&&t.min.z<=this.max.z}intersectsSphere(t){return this.clampPoint(t.center,pi),pi.distanceToSquared(t.center)<=t.radius*t.radius}intersectsPlane(t){let e,n;return t.normal.x>0?(e=t.normal.x*this.min.x,n=t.normal.x*this.max.x):(e=t.normal.x*this.max.x,n=t.normal.x*this.min.x),t.normal.y>0?(e+=t.normal.y*this.min.y,n+=t.normal.y*this.max.y):(e+=t.normal.y*this.max.y,n+=t.normal.y*this.min.y),t.normal.z>0?(e+=t.normal.z*this.min.z,n+=t.normal.z*this.max.z):(e+=t.normal.z*this.max.z,n+=t.normal.z*this.min.z),e<=-t.constant&&n>=-t.constant}intersectsTriangle(t){if(this.isEmpty())return!1;this.getCenter(So),Ga.subVectors(this.max,So),Sr.subVectors(t.a,So),wr.subVectors(t.b,So),Er.subVectors(t.c,So),hs.subVectors(wr,Sr),us.subVectors(Er,wr),Os.subVectors(Sr,Er);let e=[0,-hs.z,hs.y,0,-us.z,us.y,0,-Os.z,Os.y,hs.z,0,-hs.x,us.z,0,-us.x,Os.z,0,-Os.x,-hs.y,hs.x,0,-us.y,us.x,0,-Os.y,Os.x,0];return!zh(e,Sr,wr,Er,Ga)||(e=[1,0,0,0,1,0,0,0,1],!zh(e,Sr,wr,Er,Ga))?!1:(Wa.crossVectors(hs,us),e=[Wa.x,Wa.y,Wa.z],zh(e,Sr,wr,Er,Ga))}clampPoint(t,e){return e.copy(t).clamp(this.min,this.max)}distanceToPoint(t){return this.clampPoint(t,pi).distanceTo(t)}getBoundingSphere(t){return this.isEmpty()?t.makeEmpty():(this.getCenter(t.center),t.radius=this.getSize(pi).length()*.5),t}intersect(t){return this.min.max(t.min),this.max.min(t.max),this.isEmpty()&&this.makeEmpty(),this}union(t){return this.min.min(t.min),this.max.max(t.max),this}applyMatrix4(t){return this.isEmpty()?this:(Hi[0].set(this.min.x,this.min.y,this.min.z).applyMatrix4(t),Hi[1].set(this.min.x,this.min.y,this.max.z).applyMatrix4(t),Hi[2].set(this.min.x,this.max.y,this.min.z).applyMatrix4(t),Hi[3].set(this.min.x,this.max.y,this.max.z).applyMatrix4(t),Hi[4].set(this.max.x,this.min.y,this.min.z).applyMatrix4(t),Hi[5].set(this.max.x,this.min.y,this.max.z).applyMatrix4(t),Hi[6].set(this.max.x,this.max.y,this.min.z).applyMatrix4(t),Hi[7].set(this.max.x,this.max.y,this.max.z).applyMatrix4(t),this.setFromPoints(Hi),this)}translate(t){return this.min.add(t),this.max.add(t),this}equals(t){return t.min.equals(this.min)&&t.max.equals(this.max)}toJSON(){return{min:this.min.toArray(),max:this.max.toArray()}}fromJSON(t){return this.min.fromArray(t.min),this.max.fromArray(t.max),this}},Hi=[new N,new N,new N,new N,new N,new N,new N,new N],pi=new N,Ha=new xs,Sr=new N,wr=new N,Er=new N,hs=new N,us=new N,Os=new N,So=new N,Ga=new N,Wa=new N,Bs=new N;function zh(i,t,e,n,s){for(let r=0,o=i.length-3;r<=o;r+=3){Bs.fromArray(i,r);let a=s.x*Math.abs(Bs.x)+s.y*Math.abs(Bs.y)+s.z*Math.abs(Bs.z),l=t.dot(Bs),c=e.dot(Bs),u=n.dot(Bs);if(Math.max(-Math.max(l,c,u),Math.min(l,c,u))>a)return!1}return!0}var z_=new xs,wo=new N,Vh=new N,qs=class{constructor(t=new N,e=-1){this.isSphere=!0,this.center=t,this.radius=e}set(t,e){return this.center.copy(t),this.radius=e,this}setFromPoints(t,e){let n=this.center;e!==void 0?n.copy(e):z_.setFromPoints(t).getCenter(n);let s=0;for(let r=0,o=t.length;r<o;r++)s=Math.max(s,n.distanceToSquared(t[r]));return this.radius=Math.sqrt(s),this}copy(t){return this.center.copy(t.center),this.radius=t.radius,this}isEmpty(){return this.radius<0}makeEmpty(){return this.center.set(0,0,0),this.radius=-1,this}containsPoint(t){return t.distanceToSquared(this.center)<=this.radius*this.radius}distanceToPoint(t){return t.distanceTo(this.center)-this.radius}intersectsSphere(t){let e=this.radius+t.radius;return t.center.distanceToSquared(this.center)<=e*e}intersectsBox(t){return t.intersectsSphere(this)}intersectsPlane(t){return Math.abs(t.distanceToPoint(this.center))<=this.radius}clampPoint(t,e){let n=this.center.distanceToSquared(t);return e.copy(t),n>this.radius*this.radius&&(e.sub(this.center).normalize(),e.multiplyScalar(this.radius).add(this.center)),e}getBoundingBox(t){return this.isEmpty()?(t.makeEmpty(),t):(t.set(this.center,this.center),t.expandByScalar(this.radius),t)}applyMatrix4(t){return this.center.applyMatrix4(t),this.radius=this.radius*t.getMaxScaleOnAxis(),this}translate(t){return this.center.add(t),this}expandByPoint(t){if(this.isEmpty())return this.center.copy(t),this.radius=0,this;wo.subVectors(t,this.center);let e=wo.lengthSq();if(e>this.radius*this.radius){let n=Math.sqrt(e),s=(n-this.radius)*.5;this.center.addScaledVector(wo,s/n),this.radius+=s}return this}union(t){return t.isEmpty()?this:this.isEmpty()?(this.copy(t),this):(this.center.equals(t.center)===!0?this.radius=Math.max(this.radius,t.radius):(Vh.subVectors(t.center,this.center).setLength(t.radius),this.expandByPoint(wo.copy(t.center).add(Vh)),this.expandByPoint(wo.copy(t.center).sub(Vh))),this)}equals(t){return t.center.equals(this.center)&&t.radius===this.radius}clone(){return new this.constructor().copy(this)}toJSON(){return{radius:this.radius,center:this.center.toArray()}}fromJSON(t){return this.radius=t.radius,this.center.fromArray(t.center),this}},Gi=new N,Hh=new N,Xa=new N,ds=new N,Gh=new N,qa=new N,Wh=new N,vs=class{constructor(t=new N,e=new N(0,0,-1)){this.origin=t,this.direction=e}set(t,e){return this.origin.copy(t),this.direction.copy(e),this}copy(t){return this.origin.copy(t.origin),this.direction.copy(t.direction),this}at(t,e){return e.copy(this.origin).addScaledVector(this.direction,t)}lookAt(t){return this.direction.copy(t).sub(this.origin).normalize(),this}recast(t){return this.origin.copy(this.at(t,Gi)),this}closestPointToPoint(t,e){e.subVectors(t,this.origin);let n=e.dot(this.direction);return n<0?e.copy(this.origin):e.copy(this.origin).addScaledVector(this.direction,n)}distanceToPoint(t){return Math.sqrt(this.distanceSqToPoint(t))}distanceSqToPoint(t){let e=Gi.subVectors(t,this.origin).dot(this.direction);return e<0?this.origin.distanceToSquared(t):(Gi.copy(this.origin).addScaledVector(this.direction,e),Gi.distanceToSquared(t))}distanceSqToSegment(t,e,n,s){Hh.copy(t).add(e).multiplyScalar(.5),Xa.copy(e).sub(t).normalize(),ds.copy(this.origin).sub(Hh);let r=t.distanceTo(e)*.5,o=-this.direction.dot(Xa),a=ds.dot(this.direction),l=-ds.dot(Xa),c=ds.lengthSq(),u=Math.abs(1-o*o),h,d,f,g;if(u>0)if(h=o*l-a,d=o*a-l,g=r*u,h>=0)if(d>=-g)if(d<=g){let _=1/u;h*=_,d*=_,f=h*(h+o*d+2*a)+d*(o*h+d+2*l)+c}else d=r,h=Math.max(0,-(o*d+a)),f=-h*h+d*(d+2*l)+c;else d=-r,h=Math.max(0,-(o*d+a)),f=-h*h+d*(d+2*l)+c;else d<=-g?(h=Math.max(0,-(-o*r+a)),d=h>0?-r:Math.min(Math.max(-r,-l),r),f=-h*h+d*(d+2*l)+c):d<=g?(h=0,d=Math.min(Math.max(-r,-l),r),f=d*(d+2*l)+c):(h=Math.max(0,-(o*r+a)),d=h>0?r:Math.min(Math.max(-r,-l),r),f=-h*h+d*(d+2*l)+c);else d=o>0?-r:r,h=Math.max(0,-(o*d+a)),f=-h*h+d*(d+2*l)+c;return n&&n.copy(this.origin).addScaledVector(this.direction,h),s&&s.copy(Hh).addScaledVector(Xa,d),f}intersectSphere(t,e){Gi.subVectors(t.center,this.origin);let n=Gi.dot(this.direction),s=Gi.dot(Gi)-n*n,r=t.radius*t.radius;if(s>r)return null;let o=Math.sqrt(r-s),a=n-o,l=n+o;return l<0?null:a<0?this.at(l,e):this.at(a,e)}intersectsSphere(t){return t.radius<0?!1:this.distanceSqToPoint(t.center)<=t.radius*t.radius}distanceToPlane(t){let e=t.normal.dot(this.direction);if(e===0)return t.distanceToPoint(this.origin)===0?0:null;let n=-(this.origin.dot(t.normal)+t.constant)/e;return n>=0?n:null}intersectPlane(t,e){let n=this.distanceToPlane(t);return n===null?null:this.at(n,e)}intersectsPlane(t){let e=t.distanceToPoint(this.origin);return e===0||t.normal.dot(this.direction)*e<0}intersectBox(t,e){let n,s,r,o,a,l,c=1/this.direction.x,u=1/this.direction.y,h=1/this.direction.z,d=this.origin;return c>=0?(n=(t.min.x-d.x)*c,s=(t.max.x-d.x)*c):(n=(t.max.x-d.x)*c,s=(t.min.x-d.x)*c),u>=0?(r=(t.min.y-d.y)*u,o=(t.max.y-d.y)*u):(r=(t.max.y-d.y)*u,o=(t.min.y-d.y)*u),n>o||r>s||((r>n||isNaN(n))&&(n=r),(o<s||isNaN(s))&&(s=o),h>=0?(a=(t.min.z-d.z)*h,l=(t.max.z-d.z)*h):(a=(t.max.z-d.z)*h,l=(t.min.z-d.z)*h),n>l||a>s)||((a>n||n!==n)&&(n=a),(l<s||s!==s)&&(s=l),s<0)?null:this.at(n>=0?n:s,e)}intersectsBox(t){return this.intersectBox(t,Gi)!==null}intersectTriangle(t,e,n,s,r){Gh.subVectors(e,t),qa.subVectors(n,t),Wh.crossVectors(Gh,qa);let o=this.direction.dot(Wh),a;if(o>0){if(s)return null;a=1}else if(o<0)a=-1,o=-o;else return null;ds.subVectors(this.origin,t);let l=a*this.direction.dot(qa.crossVectors(ds,qa));if(l<0)return null;let c=a*this.direction.dot(Gh.cross(ds));if(c<0||l+c>o)return null;let u=-a*ds.dot(Wh);return u<0?null:this.at(u/o,r)}applyMatrix4(t){return this.origin.applyMatrix4(t),this.direction.transformDirection(t),this}equals(t){return t.origin.equals(this.origin)&&t.direction.equals(this.direction)}clone(){return new this.constructor().copy(this)}},Ge=class i{constructor(t,e,n,s,r,o,a,l,c,u,h,d,f,g,_,m){i.prototype.isMatrix4=!0,this.elements=[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1],t!==void 0&&this.set(t,e,n,s,r,o,a,l,c,u,h,d,f,g,_,m)}set(t,e,n,s,r,o,a,l,c,u,h,d,f,g,_,m){let p=this.elements;return p[0]=t,p[4]=e,p[8]=n,p[12]=s,p[1]=r,p[5]=o,p[9]=a,p[13]=l,p[2]=c,p[6]=u,p[10]=h,p[14]=d,p[3]=f,p[7]=g,p[11]=_,p[15]=m,this}identity(){return this.set(1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1),this}clone(){return new i().fromArray(this.elements)}copy(t){let e=this.elements,n=t.elements;return e[0]=n[0],e[1]=n[1],e[2]=n[2],e[3]=n[3],e[4]=n[4],e[5]=n[5],e[6]=n[6],e[7]=n[7],e[8]=n[8],e[9]=n[9],e[10]=n[10],e[11]=n[11],e[12]=n[12],e[13]=n[13],e[14]=n[14],e[15]=n[15],this}copyPosition(t){let e=this.elements,n=t.elements;return e[12]=n[12],e[13]=n[13],e[14]=n[14],this}setFromMatrix3(t){let e=t.elements;return this.set(e[0],e[3],e[6],0,e[1],e[4],e[7],0,e[2],e[5],e[8],0,0,0,0,1),this}extractBasis(t,e,n){return t.setFromMatrixColumn(this,0),e.setFromMatrixColumn(this,1),n.setFromMatrixColumn(this,2),this}makeBasis(t,e,n){return this.set(t.x,e.x,n.x,0,t.y,e.y,n.y,0,t.z,e.z,n.z,0,0,0,0,1),this}extractRotation(t){let e=this.elements,n=t.elements,s=1/Tr.setFromMatrixColumn(t,0).length(),r=1/Tr.setFromMatrixColumn(t,1).length(),o=1/Tr.setFromMatrixColumn(t,2).length();return e[0]=n[0]*s,e[1]=n[1]*s,e[2]=n[2]*s,e[3]=0,e[4]=n[4]*r,e[5]=n[5]*r,e[6]=n[6]*r,e[7]=0,e[8]=n[8]*o,e[9]=n[9]*o,e[10]=n[10]*o,e[11]=0,e[12]=0,e[13]=0,e[14]=0,e[15]=1,this}makeRotationFromEuler(t){let e=this.elements,n=t.x,s=t.y,r=t.z,o=Math.cos(n),a=Math.sin(n),l=Math.cos(s),c=Math.sin(s),u=Math.cos(r),h=Math.sin(r);if(t.order==="XYZ"){let d=o*u,f=o*h,g=a*u,_=a*h;e[0]=l*u,e[4]=-l*h,e[8]=c,e[1]=f+g*c,e[5]=d-_*c,e[9]=-a*l,e[2]=_-d*c,e[6]=g+f*c,e[10]=o*l}else if(t.order==="YXZ"){let d=l*u,f=l*h,g=c*u,_=c*h;e[0]=d+_*a,e[4]=g*a-f,e[8]=o*c,e[1]=o*h,e[5]=o*u,e[9]=-a,e[2]=f*a-g,e[6]=_+d*a,e[10]=o*l}else if(t.order==="ZXY"){let d=l*u,f=l*h,g=c*u,_=c*h;e[0]=d-_*a,e[4]=-o*h,e[8]=g+f*a,e[1]=f+g*a,e[5]=o*u,e[9]=_-d*a,e[2]=-o*c,e[6]=a,e[10]=o*l}else if(t.order==="ZYX"){let d=o*u,f=o*h,g=a*u,_=a*h;e[0]=l*u,e[4]=g*c-f,e[8]=d*c+_,e[1]=l*h,e[5]=_*c+d,e[9]=f*c-g,e[2]=-c,e[6]=a*l,e[10]=o*l}else if(t.order==="YZX"){let d=o*l,f=o*c,g=a*l,_=a*c;e[0]=l*u,e[4]=_-d*h,e[8]=g*h+f,e[1]=h,e[5]=o*u,e[9]=-a*u,e[2]=-c*u,e[6]=f*h+g,e[10]=d-_*h}else if(t.order==="XZY"){let d=o*l,f=o*c,g=a*l,_=a*c;e[0]=l*u,e[4]=-h,e[8]=c*u,e[1]=d*h+_,e[5]=o*u,e[9]=f*h-g,e[2]=g*h-f,e[6]=a*u,e[10]=_*h+d}return e[3]=0,e[7]=0,e[11]=0,e[12]=0,e[13]=0,e[14]=0,e[15]=1,this}makeRotationFromQuaternion(t){return this.compose(V_,t,H_)}lookAt(t,e,n){let s=this.elements;return Gn.subVectors(t,e),Gn.lengthSq()===0&&(Gn.z=1),Gn.normalize(),fs.crossVectors(n,Gn),fs.lengthSq()===0&&(Math.abs(n.z)===1?Gn.x+=1e-4:Gn.z+=1e-4,Gn.normalize(),fs.crossVectors(n,Gn)),fs.normalize(),Ya.crossVectors(Gn,fs),s[0]=fs.x,s[4]=Ya.x,s[8]=Gn.x,s[1]=fs.y,s[5]=Ya.y,s[9]=Gn.y,s[2]=fs.z,s[6]=Ya.z,s[10]=Gn.z,this}multiply(t){return this.multiplyMatrices(this,t)}premultiply(t){return this.multiplyMatrices(t,this)}multiplyMatrices(t,e){let n=t.elements,s=e.elements,r=this.elements,o=n[0],a=n[4],l=n[8],c=n[12],u=n[1],h=n[5],d=n[9],f=n[13],g=n[2],_=n[6],m=n[10],p=n[14],T=n[3],E=n[7],v=n[11],L=n[15],C=s[0],U=s[4],O=s[8],w=s[12],b=s[1],A=s[5],k=s[9],V=s[13],X=s[2],G=s[6],q=s[10],$=s[14],j=s[3],ct=s[7],ut=s[11],xt=s[15];return r[0]=o*C+a*b+l*X+c*j,r[4]=o*U+a*A+l*G+c*ct,r[8]=o*O+a*k+l*q+c*ut,r[12]=o*w+a*V+l*$+c*xt,r[1]=u*C+h*b+d*X+f*j,r[5]=u*U+h*A+d*G+f*ct,r[9]=u*O+h*k+d*q+f*ut,r[13]=u*w+h*V+d*$+f*xt,r[2]=g*C+_*b+m*X+p*j,r[6]=g*U+_*A+m*G+p*ct,r[10]=g*O+_*k+m*q+p*ut,r[14]=g*w+_*V+m*$+p*xt,r[3]=T*C+E*b+v*X+L*j,r[7]=T*U+E*A+v*G+L*ct,r[11]=T*O+E*k+v*q+L*ut,r[15]=T*w+E*V+v*$+L*xt,this}multiplyScalar(t){let e=this.elements;return e[0]*=t,e[4]*=t,e[8]*=t,e[12]*=t,e[1]*=t,e[5]*=t,e[9]*=t,e[13]*=t,e[2]*=t,e[6]*=t,e[10]*=t,e[14]*=t,e[3]*=t,e[7]*=t,e[11]*=t,e[15]*=t,this}determinant(){let t=this.elements,e=t[0],n=t[4],s=t[8],r=t[12],o=t[1],a=t[5],l=t[9],c=t[13],u=t[2],h=t[6],d=t[10],f=t[14],g=t[3],_=t[7],m=t[11],p=t[15];return g*(+r*l*h-s*c*h-r*a*d+n*c*d+s*a*f-n*l*f)+_*(+e*l*f-e*c*d+r*o*d-s*o*f+s*c*u-r*l*u)+m*(+e*c*h-e*a*f-r*o*h+n*o*f+r*a*u-n*c*u)+p*(-s*a*u-e*l*h+e*a*d+s*o*h-n*o*d+n*l*u)}transpose(){let t=this.elements,e;return e=t[1],t[1]=t[4],t[4]=e,e=t[2],t[2]=t[8],t[8]=e,e=t[6],t[6]=t[9],t[9]=e,e=t[3],t[3]=t[12],t[12]=e,e=t[7],t[7]=t[13],t[13]=e,e=t[11],t[11]=t[14],t[14]=e,this}setPosition(t,e,n){let s=this.elements;return t.isVector3?(s[12]=t.x,s[13]=t.y,s[14]=t.z):(s[12]=t,s[13]=e,s[14]=n),this}invert(){let t=this.elements,e=t[0],n=t[1],s=t[2],r=t[3],o=t[4],a=t[5],l=t[6],c=t[7],u=t[8],h=t[9],d=t[10],f=t[11],g=t[12],_=t[13],m=t[14],p=t[15],T=h*m*c-_*d*c+_*l*f-a*m*f-h*l*p+a*d*p,E=g*d*c-u*m*c-g*l*f+o*m*f+u*l*p-o*d*p,v=u*_*c-g*h*c+g*a*f-o*_*f-u*a*p+o*h*p,L=g*h*l-u*_*l-g*a*d+o*_*d+u*a*m-o*h*m,C=e*T+n*E+s*v+r*L;if(C===0)return this.set(0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0);let U=1/C;return t[0]=T*U,t[1]=(_*d*r-h*m*r-_*s*f+n*m*f+h*s*p-n*d*p)*U,t[2]=(a*m*r-_*l*r+_*s*c-n*m*c-a*s*p+n*l*p)*U,t[3]=(h*l*r-a*d*r-h*s*c+n*d*c+a*s*f-n*l*f)*U,t[4]=E*U,t[5]=(u*m*r-g*d*r+g*s*f-e*m*f-u*s*p+e*d*p)*U,t[6]=(g*l*r-o*m*r-g*s*c+e*m*c+o*s*p-e*l*p)*U,t[7]=(o*d*r-u*l*r+u*s*c-e*d*c-o*s*f+e*l*f)*U,t[8]=v*U,t[9]=(g*h*r-u*_*r-g*n*f+e*_*f+u*n*p-e*h*p)*U,t[10]=(o*_*r-g*a*r+g*n*c-e*_*c-o*n*p+e*a*p)*U,t[11]=(u*a*r-o*h*r-u*n*c+e*h*c+o*n*f-e*a*f)*U,t[12]=L*U,t[13]=(u*_*s-g*h*s+g*n*d-e*_*d-u*n*m+e*h*m)*U,t[14]=(g*a*s-o*_*s-g*n*l+e*_*l+o*n*m-e*a*m)*U,t[15]=(o*h*s-u*a*s+u*n*l-e*h*l-o*n*d+e*a*d)*U,this}scale(t){let e=this.elements,n=t.x,s=t.y,r=t.z;return e[0]*=n,e[4]*=s,e[8]*=r,e[1]*=n,e[5]*=s,e[9]*=r,e[2]*=n,e[6]*=s,e[10]*=r,e[3]*=n,e[7]*=s,e[11]*=r,this}getMaxScaleOnAxis(){let t=this.elements,e=t[0]*t[0]+t[1]*t[1]+t[2]*t[2],n=t[4]*t[4]+t[5]*t[5]+t[6]*t[6],s=t[8]*t[8]+t[9]*t[9]+t[10]*t[10];return Math.sqrt(Math.max(e,n,s))}makeTranslation(t,e,n){return t.isVector3?this.set(1,0,0,t.x,0,1,0,t.y,0,0,1,t.z,0,0,0,1):this.set(1,0,0,t,0,1,0,e,0,0,1,n,0,0,0,1),this}makeRotationX(t){let e=Math.cos(t),n=Math.sin(t);return this.set(1,0,0,0,0,e,-n,0,0,n,e,0,0,0,0,1),this}makeRotationY(t){let e=Math.cos(t),n=Math.sin(t);return this.set(e,0,n,0,0,1,0,0,-n,0,e,0,0,0,0,1),this}makeRotationZ(t){let e=Math.cos(t),n=Math.sin(t);return this.set(e,-n,0,0,n,e,0,0,0,0,1,0,0,0,0,1),this}makeRotationAxis(t,e){let n=Math.cos(e),s=Math.sin(e),r=1-n,o=t.x,a=t.y,l=t.z,c=r*o,u=r*a;return this.set(c*o+n,c*a-s*l,c*l+s*a,0,c*a+s*l,u*a+n,u*l-s*o,0,c*l-s*a,u*l+s*o,r*l*l+n,0,0,0,0,1),this}makeScale(t,e,n){return this.set(t,0,0,0,0,e,0,0,0,0,n,0,0,0,0,1),this}makeShear(t,e,n,s,r,o){return this.set(1,n,r,0,t,1,o,0,e,s,1,0,0,0,0,1),this}compose(t,e,n){let s=this.elements,r=e._x,o=e._y,a=e._z,l=e._w,c=r+r,u=o+o,h=a+a,d=r*c,f=r*u,g=r*h,_=o*u,m=o*h,p=a*h,T=l*c,E=l*u,v=l*h,L=n.x,C=n.y,U=n.z;return s[0]=(1-(_+p))*L,s[1]=(f+v)*L,s[2]=(g-E)*L,s[3]=0,s[4]=(f-v)*C,s[5]=(1-(d+p))*C,s[6]=(m+T)*C,s[7]=0,s[8]=(g+E)*U,s[9]=(m-T)*U,s[10]=(1-(d+_))*U,s[11]=0,s[12]=t.x,s[13]=t.y,s[14]=t.z,s[15]=1,this}decompose(t,e,n){let s=this.elements,r=Tr.set(s[0],s[1],s[2]).length(),o=Tr.set(s[4],s[5],s[6]).length(),a=Tr.set(s[8],s[9],s[10]).length();this.determinant()<0&&(r=-r),t.x=s[12],t.y=s[13],t.z=s[14],mi.copy(this);let c=1/r,u=1/o,h=1/a;return mi.elements[0]*=c,mi.elements[1]*=c,mi.elements[2]*=c,mi.elements[4]*=u,mi.elements[5]*=u,mi.elements[6]*=u,mi.elements[8]*=h,mi.elements[9]*=h,mi.elements[10]*=h,e.setFromRotationMatrix(mi),n.x=r,n.y=o,n.z=a,this}makePerspective(t,e,n,s,r,o,a=_i,l=!1){let c=this.elements,u=2*r/(e-t),h=2*r/(n-s),d=(e+t)/(e-t),f=(n+s)/(n-s),g,_;if(l)g=r/(o-r),_=o*r/(o-r);else if(a===_i)g=-(o+r)/(o-r),_=-2*o*r/(o-r);else if(a===Uo)g=-o/(o-r),_=-o*r/(o-r);else throw new Error("THREE.Matrix4.makePerspective(): Invalid coordinate system: "+a);return c[0]=u,c[4]=0,c[8]=d,c[12]=0,c[1]=0,c[5]=h,c[9]=f,c[13]=0,c[2]=0,c[6]=0,c[10]=g,c[14]=_,c[3]=0,c[7]=0,c[11]=-1,c[15]=0,this}makeOrthographic(t,e,n,s,r,o,a=_i,l=!1){let c=this.elements,u=2/(e-t),h=2/(n-s),d=-(e+t)/(e-t),f=-(n+s)/(n-s),g,_;if(l)g=1/(o-r),_=o/(o-r);else if(a===_i)g=-2/(o-r),_=-(o+r)/(o-r);else if(a===Uo)g=-1/(o-r),_=-r/(o-r);else throw new Error("THREE.Matrix4.makeOrthographic(): Invalid coordinate system: "+a);return c[0]=u,c[4]=0,c[8]=0,c[12]=d,c[1]=0,c[5]=h,c[9]=0,c[13]=f,c[2]=0,c[6]=0,c[10]=g,c[14]=_,c[3]=0,c[7]=0,c[11]=0,c[15]=1,this}equals(t){let e=this.elements,n=t.elements;for(let s=0;s<16;s++)if(e[s]!==n[s])return!1;return!0}fromArray(t,e=0){for(let n=0;n<16;n++)this.elements[n]=t[n+e];return this}toArray(t=[],e=0){let n=this.elements;return t[e]=n[0],t[e+1]=n[1],t[e+2]=n[2],t[e+3]=n[3],t[e+4]=n[4],t[e+5]=n[5],t[e+6]=n[6],t[e+7]=n[7],t[e+8]=n[8],t[e+9]=n[9],t[e+10]=n[10],t[e+11]=n[11],t[e+12]=n[12],t[e+13]=n[13],t[e+14]=n[14],t[e+15]=n[15],t}},Tr=new N,mi=new Ge,V_=new N(0,0,0),H_=new N(1,1,1),fs=new N,Ya=new N,Gn=new N,Nf=new Ge,Uf=new si,ri=class i{constructor(t=0,e=0,n=0,s=i.DEFAULT_ORDER){this.isEuler=!0,this._x=t,this._y=e,this._z=n,this._order=s}get x(){return this._x}set x(t){this._x=t,this._onChangeCallback()}get y(){return this._y}set y(t){this._y=t,this._onChangeCallback()}get z(){return this._z}set z(t){this._z=t,this._onChangeCallback()}get order(){return this._order}set order(t){this._order=t,this._onChangeCallback()}set(t,e,n,s=this._order){return this._x=t,this._y=e,this._z=n,this._order=s,this._onChangeCallback(),this}clone(){return new this.constructor(this._x,this._y,this._z,this._order)}copy(t){return this._x=t._x,this._y=t._y,this._z=t._z,this._order=t._order,this._onChangeCallback(),this}setFromRotationMatrix(t,e=this._order,n=!0){let s=t.elements,r=s[0],o=s[4],a=s[8],l=s[1],c=s[5],u=s[9],h=s[2],d=s[6],f=s[10];switch(e){case"XYZ":this._y=Math.asin(he(a,-1,1)),Math.abs(a)<.9999999?(this._x=Math.atan2(-u,f),this._z=Math.atan2(-o,r)):(this._x=Math.atan2(d,c),this._z=0);break;case"YXZ":this._x=Math.asin(-he(u,-1,1)),Math.abs(u)<.9999999?(this._y=Math.atan2(a,f),this._z=Math.atan2(l,c)):(this._y=Math.atan2(-h,r),this._z=0);break;case"ZXY":this._x=Math.asin(he(d,-1,1)),Math.abs(d)<.9999999?(this._y=Math.atan2(-h,f),this._z=Math.atan2(-o,c)):(this._y=0,this._z=Math.atan2(l,r));break;case"ZYX":this._y=Math.asin(-he(h,-1,1)),Math.abs(h)<.9999999?(this._x=Math.atan2(d,f),this._z=Math.atan2(l,r)):(this._x=0,this._z=Math.atan2(-o,c));break;case"YZX":this._z=Math.asin(he(l,-1,1)),Math.abs(l)<.9999999?(this._x=Math.atan2(-u,c),this._y=Math.atan2(-h,r)):(this._x=0,this._y=Math.atan2(a,f));break;case"XZY":this._z=Math.asin(-he(o,-1,1)),Math.abs(o)<.9999999?(this._x=Math.atan2(d,c),this._y=Math.atan2(a,r)):(this._x=Math.atan2(-u,f),this._y=0);break;default:console.warn("THREE.Euler: .setFromRotationMatrix() encountered an unknown order: "+e)}return this._order=e,n===!0&&this._onChangeCallback(),this}setFromQuaternion(t,e,n){return Nf.makeRotationFromQuaternion(t),this.setFromRotationMatrix(Nf,e,n)}setFromVector3(t,e=this._order){return this.set(t.x,t.y,t.z,e)}reorder(t){return Uf.setFromEuler(this),this.setFromQuaternion(Uf,t)}equals(t){return t._x===this._x&&t._y===this._y&&t._z===this._z&&t._order===this._order}fromArray(t){return this._x=t[0],this._y=t[1],this._z=t[2],t[3]!==void 0&&(this._order=t[3]),this._onChangeCallback(),this}toArray(t=[],e=0){return t[e]=this._x,t[e+1]=this._y,t[e+2]=this._z,t[e+3]=this._order,t}_onChange(t){return this._onChangeCallback=t,this}_onChangeCallback(){}*[Symbol.iterator](){yield this._x,yield this._y,yield this._z,yield this._order}};ri.DEFAULT_ORDER="XYZ";var zr=class{constructor(){this.mask=1}set(t){this.mask=(1<<t|0)>>>0}enable(t){this.mask|=1<<t|0}enableAll(){this.mask=-1}toggle(t){this.mask^=1<<t|0}disable(t){this.mask&=~(1<<t|0)}disableAll(){this.mask=0}test(t){return(this.mask&t.mask)!==0}isEnabled(t){return(this.mask&(1<<t|0))!==0}},G_=0,Ff=new N,Ar=new si,Wi=new Ge,Za=new N,Eo=new N,W_=new N,X_=new si,Of=new N(1,0,0),Bf=new N(0,1,0),kf=new N(0,0,1),zf={type:"added"},q_={type:"removed"},Cr={type:"childadded",child:null},Xh={type:"childremoved",child:null},_n=class i extends Ii{constructor(){super(),this.isObject3D=!0,Object.defineProperty(this,"id",{value:G_++}),this.uuid=Qs(),this.name="",this.type="Object3D",this.parent=null,this.children=[],this.up=i.DEFAULT_UP.clone();let t=new N,e=new ri,n=new si,s=new N(1,1,1);function r(){n.setFromEuler(e,!1)}function o(){e.setFromQuaternion(n,void 0,!1)}e._onChange(r),n._onChange(o),Object.defineProperties(this,{position:{configurable:!0,enumerable:!0,value:t},rotation:{configurable:!0,enumerable:!0,value:e},quaternion:{configurable:!0,enumerable:!0,value:n},scale:{configurable:!0,enumerable:!0,value:s},modelViewMatrix:{value:new Ge},normalMatrix:{value:new le}}),this.matrix=new Ge,this.matrixWorld=new Ge,this.matrixAutoUpdate=i.DEFAULT_MATRIX_AUTO_UPDATE,this.matrixWorldAutoUpdate=i.DEFAULT_MATRIX_WORLD_AUTO_UPDATE,this.matrixWorldNeedsUpdate=!1,this.layers=new zr,this.visible=!0,this.castShadow=!1,this.receiveShadow=!1,this.frustumCulled=!0,this.renderOrder=0,this.animations=[],this.customDepthMaterial=void 0,this.customDistanceMaterial=void 0,this.userData={}}onBeforeShadow(){}onAfterShadow(){}onBeforeRender(){}onAfterRender(){}applyMatrix4(t){this.matrixAutoUpdate&&this.updateMatrix(),this.matrix.premultiply(t),this.matrix.decompose(this.position,this.quaternion,this.scale)}applyQuaternion(t){return this.quaternion.premultiply(t),this}setRotationFromAxisAngle(t,e){this.quaternion.setFromAxisAngle(t,e)}setRotationFromEuler(t){this.quaternion.setFromEuler(t,!0)}setRotationFromMatrix(t){this.quaternion.setFromRotationMatrix(t)}setRotationFromQuaternion(t){this.quaternion.copy(t)}rotateOnAxis(t,e){return Ar.setFromAxisAngle(t,e),this.quaternion.multiply(Ar),this}rotateOnWorldAxis(t,e){return Ar.setFromAxisAngle(t,e),this.quaternion.premultiply(Ar),this}rotateX(t){return this.rotateOnAxis(Of,t)}rotateY(t){return this.rotateOnAxis(Bf,t)}rotateZ(t){return this.rotateOnAxis(kf,t)}translateOnAxis(t,e){return Ff.copy(t).applyQuaternion(this.quaternion),this.position.add(Ff.multiplyScalar(e)),this}translateX(t){return this.translateOnAxis(Of,t)}translateY(t){return this.translateOnAxis(Bf,t)}translateZ(t){return this.translateOnAxis(kf,t)}localToWorld(t){return this.updateWorldMatrix(!0,!1),t.applyMatrix4(this.matrixWorld)}worldToLocal(t){return this.updateWorldMatrix(!0,!1),t.applyMatrix4(Wi.copy(this.matrixWorld).invert())}lookAt(t,e,n){t.isVector3?Za.copy(t):Za.set(t,e,n);let s=this.parent;this.updateWorldMatrix(!0,!1),Eo.setFromMatrixPosition(this.matrixWorld),this.isCamera||this.isLight?Wi.lookAt(Eo,Za,this.up):Wi.lookAt(Za,Eo,this.up),this.quaternion.setFromRotationMatrix(Wi),s&&(Wi.extractRotation(s.matrixWorld),Ar.setFromRotationMatrix(Wi),this.quaternion.premultiply(Ar.invert()))}add(t){if(arguments.length>1){for(let e=0;e<arguments.length;e++)this.add(arguments[e]);return this}return t===this?(console.error("THREE.Object3D.add: object can't be added as a child of itself.",t),this):(t&&t.isObject3D?(t.removeFromParent(),t.parent=this,this.children.push(t),t.dispatchEvent(zf),Cr.child=t,this.dispatchEvent(Cr),Cr.child=null):console.error("THREE.Object3D.add: object not an instance of THREE.Object3D.",t),this)}remove(t){if(arguments.length>1){for(let n=0;n<arguments.length;n++)this.remove(arguments[n]);return this}let e=this.children.indexOf(t);return e!==-1&&(t.parent=null,this.children.splice(e,1),t.dispatchEvent(q_),Xh.child=t,this.dispatchEvent(Xh),Xh.child=null),this}removeFromParent(){let t=this.parent;return t!==null&&t.remove(this),this}clear(){return this.remove(...this.children)}attach(t){return this.updateWorldMatrix(!0,!1),Wi.copy(this.matrixWorld).invert(),t.parent!==null&&(t.parent.updateWorldMatrix(!0,!1),Wi.multiply(t.parent.matrixWorld)),t.applyMatrix4(Wi),t.removeFromParent(),t.parent=this,this.children.push(t),t.updateWorldMatrix(!1,!0),t.dispatchEvent(zf),Cr.child=t,this.dispatchEvent(Cr),Cr.child=null,this}getObjectById(t){return this.getObjectByProperty("id",t)}getObjectByName(t){return this.getObjectByProperty("name",t)}getObjectByProperty(t,e){if(this[t]===e)return this;for(let n=0,s=this.children.length;n<s;n++){let o=this.children[n].getObjectByProperty(t,e);if(o!==void 0)return o}}getObjectsByProperty(t,e,n=[]){this[t]===e&&n.push(this);let s=this.children;for(let r=0,o=s.length;r<o;r++)s[r].getObjectsByProperty(t,e,n);return n}getWorldPosition(t){return this.updateWorldMatrix(!0,!1),t.setFromMatrixPosition(this.matrixWorld)}getWorldQuaternion(t){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(Eo,t,W_),t}getWorldScale(t){return this.updateWorldMatrix(!0,!1),this.matrixWorld.decompose(Eo,X_,t),t}getWorldDirection(t){this.updateWorldMatrix(!0,!1);let e=this.matrixWorld.elements;return t.set(e[8],e[9],e[10]).normalize()}raycast(){}traverse(t){t(this);let e=this.children;for(let n=0,s=e.length;n<s;n++)e[n].traverse(t)}traverseVisible(t){if(this.visible===!1)return;t(this);let e=this.children;for(let n=0,s=e.length;n<s;n++)e[n].traverseVisible(t)}traverseAncestors(t){let e=this.parent;e!==null&&(t(e),e.traverseAncestors(t))}updateMatrix(){this.matrix.compose(this.position,this.quaternion,this.scale),this.matrixWorldNeedsUpdate=!0}updateMatrixWorld(t){this.matrixAutoUpdate&&this.updateMatrix(),(this.matrixWorldNeedsUpdate||t)&&(this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),this.matrixWorldNeedsUpdate=!1,t=!0);let e=this.children;for(let n=0,s=e.length;n<s;n++)e[n].updateMatrixWorld(t)}updateWorldMatrix(t,e){let n=this.parent;if(t===!0&&n!==null&&n.updateWorldMatrix(!0,!1),this.matrixAutoUpdate&&this.updateMatrix(),this.matrixWorldAutoUpdate===!0&&(this.parent===null?this.matrixWorld.copy(this.matrix):this.matrixWorld.multiplyMatrices(this.parent.matrixWorld,this.matrix)),e===!0){let s=this.children;for(let r=0,o=s.length;r<o;r++)s[r].updateWorldMatrix(!1,!0)}}toJSON(t){let e=t===void 0||typeof t=="string",n={};e&&(t={geometries:{},materials:{},textures:{},images:{},shapes:{},skeletons:{},animations:{},nodes:{}},n.metadata={version:4.7,type:"Object",generator:"Object3D.toJSON"});let s={};s.uuid=this.uuid,s.type=this.type,this.name!==""&&(s.name=this.name),this.castShadow===!0&&(s.castShadow=!0),this.receiveShadow===!0&&(s.receiveShadow=!0),this.visible===!1&&(s.visible=!1),this.frustumCulled===!1&&(s.frustumCulled=!1),this.renderOrder!==0&&(s.renderOrder=this.renderOrder),Object.keys(this.userData).length>0&&(s.userData=this.userData),s.layers=this.layers.mask,s.matrix=this.matrix.toArray(),s.up=this.up.toArray(),this.matrixAutoUpdate===!1&&(s.matrixAutoUpdate=!1),this.isInstancedMesh&&(s.type="InstancedMesh",s.count=this.count,s.instanceMatrix=this.instanceMatrix.toJSON(),this.instanceColor!==null&&(s.instanceColor=this.instanceColor.toJSON())),this.isBatchedMesh&&(s.type="BatchedMesh",s.perObjectFrustumCulled=this.perObjectFrustumCulled,s.sortObjects=this.sortObjects,s.drawRanges=this._drawRanges,s.reservedRanges=this._reservedRanges,s.geometryInfo=this._geometryInfo.map(a=>({...a,boundingBox:a.boundingBox?a.boundingBox.toJSON():void 0,boundingSphere:a.boundingSphere?a.boundingSphere.toJSON():void 0})),s.instanceInfo=this._instanceInfo.map(a=>({...a})),s.availableInstanceIds=this._availableInstanceIds.slice(),s.availableGeometryIds=this._availableGeometryIds.slice(),s.nextIndexStart=this._nextIndexStart,s.nextVertexStart=this._nextVertexStart,s.geometryCount=this._geometryCount,s.maxInstanceCount=this._maxInstanceCount,s.maxVertexCount=this._maxVertexCount,s.maxIndexCount=this._maxIndexCount,s.geometryInitialized=this._geometryInitialized,s.matricesTexture=this._matricesTexture.toJSON(t),s.indirectTexture=this._indirectTexture.toJSON(t),this._colorsTexture!==null&&(s.colorsTexture=this._colorsTexture.toJSON(t)),this.boundingSphere!==null&&(s.boundingSphere=this.boundingSphere.toJSON()),this.boundingBox!==null&&(s.boundingBox=this.boundingBox.toJSON()));function r(a,l){return a[l.uuid]===void 0&&(a[l.uuid]=l.toJSON(t)),l.uuid}if(this.isScene)this.background&&(this.background.isColor?s.background=this.background.toJSON():this.background.isTexture&&(s.background=this.background.toJSON(t).uuid)),this.environment&&this.environment.isTexture&&this.environment.isRenderTargetTexture!==!0&&(s.environment=this.environment.toJSON(t).uuid);else if(this.isMesh||this.isLine||this.isPoints){s.geometry=r(t.geometries,this.geometry);let a=this.geometry.parameters;if(a!==void 0&&a.shapes!==void 0){let l=a.shapes;if(Array.isArray(l))for(let c=0,u=l.length;c<u;c++){let h=l[c];r(t.shapes,h)}else r(t.shapes,l)}}if(this.isSkinnedMesh&&(s.bindMode=this.bindMode,s.bindMatrix=this.bindMatrix.toArray(),this.skeleton!==void 0&&(r(t.skeletons,this.skeleton),s.skeleton=this.skeleton.uuid)),this.material!==void 0)if(Array.isArray(this.material)){let a=[];for(let l=0,c=this.material.length;l<c;l++)a.push(r(t.materials,this.material[l]));s.material=a}else s.material=r(t.materials,this.material);if(this.children.length>0){s.children=[];for(let a=0;a<this.children.length;a++)s.children.push(this.children[a].toJSON(t).object)}if(this.animations.length>0){s.animations=[];for(let a=0;a<this.animations.length;a++){let l=this.animations[a];s.animations.push(r(t.animations,l))}}if(e){let a=o(t.geometries),l=o(t.materials),c=o(t.textures),u=o(t.images),h=o(t.shapes),d=o(t.skeletons),f=o(t.animations),g=o(t.nodes);a.length>0&&(n.geometries=a),l.length>0&&(n.materials=l),c.length>0&&(n.textures=c),u.length>0&&(n.images=u),h.length>0&&(n.shapes=h),d.length>0&&(n.skeletons=d),f.length>0&&(n.animations=f),g.length>0&&(n.nodes=g)}return n.object=s,n;function o(a){let l=[];for(let c in a){let u=a[c];delete u.metadata,l.push(u)}return l}}clone(t){return new this.constructor().copy(this,t)}copy(t,e=!0){if(this.name=t.name,this.up.copy(t.up),this.position.copy(t.position),this.rotation.order=t.rotation.order,this.quaternion.copy(t.quaternion),this.scale.copy(t.scale),this.matrix.copy(t.matrix),this.matrixWorld.copy(t.matrixWorld),this.matrixAutoUpdate=t.matrixAutoUpdate,this.matrixWorldAutoUpdate=t.matrixWorldAutoUpdate,this.matrixWorldNeedsUpdate=t.matrixWorldNeedsUpdate,this.layers.mask=t.layers.mask,this.visible=t.visible,this.castShadow=t.castShadow,this.receiveShadow=t.receiveShadow,this.frustumCulled=t.frustumCulled,this.renderOrder=t.renderOrder,this.animations=t.animations.slice(),this.userData=JSON.parse(JSON.stringify(t.userData)),e===!0)for(let n=0;n<t.children.length;n++){let s=t.children[n];this.add(s.clone())}return this}};_n.DEFAULT_UP=new N(0,1,0);_n.DEFAULT_MATRIX_AUTO_UPDATE=!0;_n.DEFAULT_MATRIX_WORLD_AUTO_UPDATE=!0;var gi=new N,Xi=new N,qh=new N,qi=new N,Rr=new N,Pr=new N,Vf=new N,Yh=new N,Zh=new N,$h=new N,Kh=new Xe,Jh=new Xe,jh=new Xe,gs=class i{constructor(t=new N,e=new N,n=new N){this.a=t,this.b=e,this.c=n}static getNormal(t,e,n,s){s.subVectors(n,e),gi.subVectors(t,e),s.cross(gi);let r=s.lengthSq();return r>0?s.multiplyScalar(1/Math.sqrt(r)):s.set(0,0,0)}static getBarycoord(t,e,n,s,r){gi.subVectors(s,e),Xi.subVectors(n,e),qh.subVectors(t,e);let o=gi.dot(gi),a=gi.dot(Xi),l=gi.dot(qh),c=Xi.dot(Xi),u=Xi.dot(qh),h=o*c-a*a;if(h===0)return r.set(0,0,0),null;let d=1/h,f=(c*l-a*u)*d,g=(o*u-a*l)*d;return r.set(1-f-g,g,f)}static containsPoint(t,e,n,s){return this.getBarycoord(t,e,n,s,qi)===null?!1:qi.x>=0&&qi.y>=0&&qi.x+qi.y<=1}static getInterpolation(t,e,n,s,r,o,a,l){return this.getBarycoord(t,e,n,s,qi)===null?(l.x=0,l.y=0,"z"in l&&(l.z=0),"w"in l&&(l.w=0),null):(l.setScalar(0),l.addScaledVector(r,qi.x),l.addScaledVector(o,qi.y),l.addScaledVector(a,qi.z),l)}static getInterpolatedAttribute(t,e,n,s,r,o){return Kh.setScalar(0),Jh.setScalar(0),jh.setScalar(0),Kh.fromBufferAttribute(t,e),Jh.fromBufferAttribute(t,n),jh.fromBufferAttribute(t,s),o.setScalar(0),o.addScaledVector(Kh,r.x),o.addScaledVector(Jh,r.y),o.addScaledVector(jh,r.z),o}static isFrontFacing(t,e,n,s){return gi.subVectors(n,e),Xi.subVectors(t,e),gi.cross(Xi).dot(s)<0}set(t,e,n){return this.a.copy(t),this.b.copy(e),this.c.copy(n),this}setFromPointsAndIndices(t,e,n,s){return this.a.copy(t[e]),this.b.copy(t[n]),this.c.copy(t[s]),this}setFromAttributeAndIndices(t,e,n,s){return this.a.fromBufferAttribute(t,e),this.b.fromBufferAttribute(t,n),this.c.fromBufferAttribute(t,s),this}clone(){return new this.constructor().copy(this)}copy(t){return this.a.copy(t.a),this.b.copy(t.b),this.c.copy(t.c),this}getArea(){return gi.subVectors(this.c,this.b),Xi.subVectors(this.a,this.b),gi.cross(Xi).length()*.5}getMidpoint(t){return t.addVectors(this.a,this.b).add(this.c).multiplyScalar(1/3)}getNormal(t){return i.getNormal(this.a,this.b,this.c,t)}getPlane(t){return t.setFromCoplanarPoints(this.a,this.b,this.c)}getBarycoord(t,e){return i.getBarycoord(t,this.a,this.b,this.c,e)}getInterpolation(t,e,n,s,r){return i.getInterpolation(t,this.a,this.b,this.c,e,n,s,r)}containsPoint(t){return i.containsPoint(t,this.a,this.b,this.c)}isFrontFacing(t){return i.isFrontFacing(this.a,this.b,this.c,t)}intersectsBox(t){return t.intersectsTriangle(this)}closestPointToPoint(t,e){let n=this.a,s=this.b,r=this.c,o,a;Rr.subVectors(s,n),Pr.subVectors(r,n),Yh.subVectors(t,n);let l=Rr.dot(Yh),c=Pr.dot(Yh);if(l<=0&&c<=0)return e.copy(n);Zh.subVectors(t,s);let u=Rr.dot(Zh),h=Pr.dot(Zh);if(u>=0&&h<=u)return e.copy(s);let d=l*h-u*c;if(d<=0&&l>=0&&u<=0)return o=l/(l-u),e.copy(n).addScaledVector(Rr,o);$h.subVectors(t,r);let f=Rr.dot($h),g=Pr.dot($h);if(g>=0&&f<=g)return e.copy(r);let _=f*c-l*g;if(_<=0&&c>=0&&g<=0)return a=c/(c-g),e.copy(n).addScaledVector(Pr,a);let m=u*g-f*h;if(m<=0&&h-u>=0&&f-g>=0)return Vf.subVectors(r,s),a=(h-u)/(h-u+(f-g)),e.copy(s).addScaledVector(Vf,a);let p=1/(m+_+d);return o=_*p,a=d*p,e.copy(n).addScaledVector(Rr,o).addScaledVector(Pr,a)}equals(t){return t.a.equals(this.a)&&t.b.equals(this.b)&&t.c.equals(this.c)}},Yp={aliceblue:15792383,antiquewhite:16444375,aqua:65535,aquamarine:8388564,azure:15794175,beige:16119260,bisque:16770244,black:0,blanchedalmond:16772045,blue:255,blueviolet:9055202,brown:10824234,burlywood:14596231,cadetblue:6266528,chartreuse:8388352,chocolate:13789470,coral:16744272,cornflowerblue:6591981,cornsilk:16775388,crimson:14423100,cyan:65535,darkblue:139,darkcyan:35723,darkgoldenrod:12092939,darkgray:11119017,darkgreen:25600,darkgrey:11119017,darkkhaki:12433259,darkmagenta:9109643,darkolivegreen:5597999,darkorange:16747520,darkorchid:10040012,darkred:9109504,darksalmon:15308410,darkseagreen:9419919,darkslateblue:4734347,darkslategray:3100495,darkslategrey:3100495,darkturquoise:52945,darkviolet:9699539,deeppink:16716947,deepskyblue:49151,dimgray:6908265,dimgrey:6908265,dodgerblue:2003199,firebrick:11674146,floralwhite:16775920,forestgreen:2263842,fuchsia:16711935,gainsboro:14474460,ghostwhite:16316671,gold:16766720,goldenrod:14329120,gray:8421504,green:32768,greenyellow:11403055,grey:8421504,honeydew:15794160,hotpink:16738740,indianred:13458524,indigo:4915330,ivory:16777200,khaki:15787660,lavender:15132410,lavenderblush:16773365,lawngreen:8190976,lemonchiffon:16775885,lightblue:11393254,lightcoral:15761536,lightcyan:14745599,lightgoldenrodyellow:16448210,lightgray:13882323,lightgreen:9498256,lightgrey:13882323,lightpink:16758465,lightsalmon:16752762,lightseagreen:2142890,lightskyblue:8900346,lightslategray:7833753,lightslategrey:7833753,lightsteelblue:11584734,lightyellow:16777184,lime:65280,limegreen:3329330,linen:16445670,magenta:16711935,maroon:8388608,mediumaquamarine:6737322,mediumblue:205,mediumorchid:12211667,mediumpurple:9662683,mediumseagreen:3978097,mediumslateblue:8087790,mediumspringgreen:64154,mediumturquoise:4772300,mediumvioletred:13047173,midnightblue:1644912,mintcream:16121850,mistyrose:16770273,moccasin:16770229,navajowhite:16768685,navy:128,oldlace:16643558,olive:8421376,olivedrab:7048739,orange:16753920,orangered:16729344,orchid:14315734,palegoldenrod:15657130,palegreen:10025880,paleturquoise:11529966,palevioletred:14381203,papayawhip:16773077,peachpuff:16767673,peru:13468991,pink:16761035,plum:14524637,powderblue:11591910,purple:8388736,rebeccapurple:6697881,red:16711680,rosybrown:12357519,royalblue:4286945,saddlebrown:9127187,salmon:16416882,sandybrown:16032864,seagreen:3050327,seashell:16774638,sienna:10506797,silver:12632256,skyblue:8900331,slateblue:6970061,slategray:7372944,slategrey:7372944,snow:16775930,springgreen:65407,steelblue:4620980,tan:13808780,teal:32896,thistle:14204888,tomato:16737095,turquoise:4251856,violet:15631086,wheat:16113331,white:16777215,whitesmoke:16119285,yellow:16776960,yellowgreen:10145074},ps={h:0,s:0,l:0},$a={h:0,s:0,l:0};function Qh(i,t,e){return e<0&&(e+=1),e>1&&(e-=1),e<1/6?i+(t-i)*6*e:e<1/2?t:e<2/3?i+(t-i)*6*(2/3-e):i}var ie=class{constructor(t,e,n){return this.isColor=!0,this.r=1,this.g=1,this.b=1,this.set(t,e,n)}set(t,e,n){if(e===void 0&&n===void 0){let s=t;s&&s.isColor?this.copy(s):typeof s=="number"?this.setHex(s):typeof s=="string"&&this.setStyle(s)}else this.setRGB(t,e,n);return this}setScalar(t){return this.r=t,this.g=t,this.b=t,this}setHex(t,e=Xn){return t=Math.floor(t),this.r=(t>>16&255)/255,this.g=(t>>8&255)/255,this.b=(t&255)/255,ge.colorSpaceToWorking(this,e),this}setRGB(t,e,n,s=ge.workingColorSpace){return this.r=t,this.g=e,this.b=n,ge.colorSpaceToWorking(this,s),this}setHSL(t,e,n,s=ge.workingColorSpace){if(t=Ou(t,1),e=he(e,0,1),n=he(n,0,1),e===0)this.r=this.g=this.b=n;else{let r=n<=.5?n*(1+e):n+e-n*e,o=2*n-r;this.r=Qh(o,r,t+1/3),this.g=Qh(o,r,t),this.b=Qh(o,r,t-1/3)}return ge.colorSpaceToWorking(this,s),this}setStyle(t,e=Xn){function n(r){r!==void 0&&parseFloat(r)<1&&console.warn("THREE.Color: Alpha component of "+t+" will be ignored.")}let s;if(s=/^(\w+)\(([^\)]*)\)/.exec(t)){let r,o=s[1],a=s[2];switch(o){case"rgb":case"rgba":if(r=/^\s*(\d+)\s*,\s*(\d+)\s*,\s*(\d+)\s*(?:,\s*(\d*\.?\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(255,parseInt(r[1],10))/255,Math.min(255,parseInt(r[2],10))/255,Math.min(255,parseInt(r[3],10))/255,e);if(r=/^\s*(\d+)\%\s*,\s*(\d+)\%\s*,\s*(\d+)\%\s*(?:,\s*(\d*\.?\d+)\s*)?$/.exec(a))return n(r[4]),this.setRGB(Math.min(100,parseInt(r[1],10))/100,Math.min(100,parseInt(r[2],10))/100,Math.min(100,parseInt(r[3],10))/100,e);break;case"hsl":case"hsla":if(r=/^\s*(\d*\.?\d+)\s*,\s*(\d*\.?\d+)\%\s*,\s*(\d*\.?\d+)\%\s*(?:,\s*(\d*\.?\d+)\s*)?$/.exec(a))return n(r[4]),this.setHSL(parseFloat(r[1])/360,parseFloat(r[2])/100,parseFloat(r[3])/100,e);break;default:console.warn("THREE.Color: Unknown color model "+t)}}else if(s=/^\#([A-Fa-f\d]+)$/.exec(t)){let r=s[1],o=r.length;if(o===3)return this.setRGB(parseInt(r.charAt(0),16)/15,parseInt(r.charAt(1),16)/15,parseInt(r.charAt(2),16)/15,e);if(o===6)return this.setHex(parseInt(r,16),e);console.warn("THREE.Color: Invalid hex color "+t)}else if(t&&t.length>0)return this.setColorName(t,e);return this}setColorName(t,e=Xn){let n=Yp[t.toLowerCase()];return n!==void 0?this.setHex(n,e):console.warn("THREE.Color: Unknown color "+t),this}clone(){return new this.constructor(this.r,this.g,this.b)}copy(t){return this.r=t.r,this.g=t.g,this.b=t.b,this}copySRGBToLinear(t){return this.r=Yi(t.r),this.g=Yi(t.g),this.b=Yi(t.b),this}copyLinearToSRGB(t){return this.r=Ur(t.r),this.g=Ur(t.g),this.b=Ur(t.b),this}convertSRGBToLinear(){return this.copySRGBToLinear(this),this}convertLinearToSRGB(){return this.copyLinearToSRGB(this),this}getHex(t=Xn){return ge.workingToColorSpace(vn.copy(this),t),Math.round(he(vn.r*255,0,255))*65536+Math.round(he(vn.g*255,0,255))*256+Math.round(he(vn.b*255,0,255))}getHexString(t=Xn){return("000000"+this.getHex(t).toString(16)).slice(-6)}getHSL(t,e=ge.workingColorSpace){ge.workingToColorSpace(vn.copy(this),e);let n=vn.r,s=vn.g,r=vn.b,o=Math.max(n,s,r),a=Math.min(n,s,r),l,c,u=(a+o)/2;if(a===o)l=0,c=0;else{let h=o-a;switch(c=u<=.5?h/(o+a):h/(2-o-a),o){case n:l=(s-r)/h+(s<r?6:0);break;case s:l=(r-n)/h+2;break;case r:l=(n-s)/h+4;break}l/=6}return t.h=l,t.s=c,t.l=u,t}getRGB(t,e=ge.workingColorSpace){return ge.workingToColorSpace(vn.copy(this),e),t.r=vn.r,t.g=vn.g,t.b=vn.b,t}getStyle(t=Xn){ge.workingToColorSpace(vn.copy(this),t);let e=vn.r,n=vn.g,s=vn.b;return t!==Xn?`color(${t} ${e.toFixed(3)} ${n.toFixed(3)} ${s.toFixed(3)})`:`rgb(${Math.round(e*255)},${Math.round(n*255)},${Math.round(s*255)})`}offsetHSL(t,e,n){return this.getHSL(ps),this.setHSL(ps.h+t,ps.s+e,ps.l+n)}add(t){return this.r+=t.r,this.g+=t.g,this.b+=t.b,this}addColors(t,e){return this.r=t.r+e.r,this.g=t.g+e.g,this.b=t.b+e.b,this}addScalar(t){return this.r+=t,this.g+=t,this.b+=t,this}sub(t){return this.r=Math.max(0,this.r-t.r),this.g=Math.max(0,this.g-t.g),this.b=Math.max(0,this.b-t.b),this}multiply(t){return this.r*=t.r,this.g*=t.g,this.b*=t.b,this}multiplyScalar(t){return this.r*=t,this.g*=t,this.b*=t,this}lerp(t,e){return this.r+=(t.r-this.r)*e,this.g+=(t.g-this.g)*e,this.b+=(t.b-this.b)*e,this}lerpColors(t,e,n){return this.r=t.r+(e.r-t.r)*n,this.g=t.g+(e.g-t.g)*n,this.b=t.b+(e.b-t.b)*n,this}lerpHSL(t,e){this.getHSL(ps),t.getHSL($a);let n=Po(ps.h,$a.h,e),s=Po(ps.s,$a.s,e),r=Po(ps.l,$a.l,e);return this.setHSL(n,s,r),this}setFromVector3(t){return this.r=t.x,this.g=t.y,this.b=t.z,this}applyMatrix3(t){let e=this.r,n=this.g,s=this.b,r=t.elements;return this.r=r[0]*e+r[3]*n+r[6]*s,this.g=r[1]*e+r[4]*n+r[7]*s,this.b=r[2]*e+r[5]*n+r[8]*s,this}equals(t){return t.r===this.r&&t.g===this.g&&t.b===this.b}fromArray(t,e=0){return this.r=t[e],this.g=t[e+1],this.b=t[e+2],this}toArray(t=[],e=0){return t[e]=this.r,t[e+1]=this.g,t[e+2]=this.b,t}fromBufferAttribute(t,e){return this.r=t.getX(e),this.g=t.getY(e),this.b=t.getZ(e),this}toJSON(){return this.getHex()}*[Symbol.iterator](){yield this.r,yield this.g,yield this.b}},vn=new ie;ie.NAMES=Yp;var Y_=0,xi=class extends Ii{constructor(){super(),this.isMaterial=!0,Object.defineProperty(this,"id",{value:Y_++}),this.uuid=Qs(),this.name="",this.type="Material",this.blending=Gs,this.side=Zi,this.vertexColors=!1,this.opacity=1,this.transparent=!1,this.alphaHash=!1,this.blendSrc=dl,this.blendDst=fl,this.blendEquation=ys,this.blendSrcAlpha=null,this.blendDstAlpha=null,this.blendEquationAlpha=null,this.blendColor=new ie(0,0,0),this.blendAlpha=0,this.depthFunc=Ws,this.depthTest=!0,this.depthWrite=!0,this.stencilWriteMask=255,this.stencilFunc=uu,this.stencilRef=0,this.stencilFuncMask=255,this.stencilFail=Vs,this.stencilZFail=Vs,this.stencilZPass=Vs,this.stencilWrite=!1,this.clippingPlanes=null,this.clipIntersection=!1,this.clipShadows=!1,this.shadowSide=null,this.colorWrite=!0,this.precision=null,this.polygonOffset=!1,this.polygonOffsetFactor=0,this.polygonOffsetUnits=0,this.dithering=!1,this.alphaToCoverage=!1,this.premultipliedAlpha=!1,this.forceSinglePass=!1,this.allowOverride=!0,this.visible=!0,this.toneMapped=!0,this.userData={},this.version=0,this._alphaTest=0}get alphaTest(){return this._alphaTest}set alphaTest(t){this._alphaTest>0!=t>0&&this.version++,this._alphaTest=t}onBeforeRender(){}onBeforeCompile(){}customProgramCacheKey(){return this.onBeforeCompile.toString()}setValues(t){if(t!==void 0)for(let e in t){let n=t[e];if(n===void 0){console.warn(`THREE.Material: parameter '${e}' has value of undefined.`);continue}let s=this[e];if(s===void 0){console.warn(`THREE.Material: '${e}' is not a property of THREE.${this.type}.`);continue}s&&s.isColor?s.set(n):s&&s.isVector3&&n&&n.isVector3?s.copy(n):this[e]=n}}toJSON(t){let e=t===void 0||typeof t=="string";e&&(t={textures:{},images:{}});let n={metadata:{version:4.7,type:"Material",generator:"Material.toJSON"}};n.uuid=this.uuid,n.type=this.type,this.name!==""&&(n.name=this.name),this.color&&this.color.isColor&&(n.color=this.color.getHex()),this.roughness!==void 0&&(n.roughness=this.roughness),this.metalness!==void 0&&(n.metalness=this.metalness),this.sheen!==void 0&&(n.sheen=this.sheen),this.sheenColor&&this.sheenColor.isColor&&(n.sheenColor=this.sheenColor.getHex()),this.sheenRoughness!==void 0&&(n.sheenRoughness=this.sheenRoughness),this.emissive&&this.emissive.isColor&&(n.emissive=this.emissive.getHex()),this.emissiveIntensity!==void 0&&this.emissiveIntensity!==1&&(n.emissiveIntensity=this.emissiveIntensity),this.specular&&this.specular.isColor&&(n.specular=this.specular.getHex()),this.specularIntensity!==void 0&&(n.specularIntensity=this.specularIntensity),this.specularColor&&this.specularColor.isColor&&(n.specularColor=this.specularColor.getHex()),this.shininess!==void 0&&(n.shininess=this.shininess),this.clearcoat!==void 0&&(n.clearcoat=this.clearcoat),this.clearcoatRoughness!==void 0&&(n.clearcoatRoughness=this.clearcoatRoughness),this.clearcoatMap&&this.clearcoatMap.isTexture&&(n.clearcoatMap=this.clearcoatMap.toJSON(t).uuid),this.clearcoatRoughnessMap&&this.clearcoatRoughnessMap.isTexture&&(n.clearcoatRoughnessMap=this.clearcoatRoughnessMap.toJSON(t).uuid),this.clearcoatNormalMap&&this.clearcoatNormalMap.isTexture&&(n.clearcoatNormalMap=this.clearcoatNormalMap.toJSON(t).uuid,n.clearcoatNormalScale=this.clearcoatNormalScale.toArray()),this.sheenColorMap&&this.sheenColorMap.isTexture&&(n.sheenColorMap=this.sheenColorMap.toJSON(t).uuid),this.sheenRoughnessMap&&this.sheenRoughnessMap.isTexture&&(n.sheenRoughnessMap=this.sheenRoughnessMap.toJSON(t).uuid),this.dispersion!==void 0&&(n.dispersion=this.dispersion),this.iridescence!==void 0&&(n.iridescence=this.iridescence),this.iridescenceIOR!==void 0&&(n.iridescenceIOR=this.iridescenceIOR),this.iridescenceThicknessRange!==void 0&&(n.iridescenceThicknessRange=this.iridescenceThicknessRange),this.iridescenceMap&&this.iridescenceMap.isTexture&&(n.iridescenceMap=this.iridescenceMap.toJSON(t).uuid),this.iridescenceThicknessMap&&this.iridescenceThicknessMap.isTexture&&(n.iridescenceThicknessMap=this.iridescenceThicknessMap.toJSON(t).uuid),this.anisotropy!==void 0&&(n.anisotropy=this.anisotropy),this.anisotropyRotation!==void 0&&(n.anisotropyRotation=this.anisotropyRotation),this.anisotropyMap&&this.anisotropyMap.isTexture&&(n.anisotropyMap=this.anisotropyMap.toJSON(t).uuid),this.map&&this.map.isTexture&&(n.map=this.map.toJSON(t).uuid),this.matcap&&this.matcap.isTexture&&(n.matcap=this.matcap.toJSON(t).uuid),this.alphaMap&&this.alphaMap.isTexture&&(n.alphaMap=this.alphaMap.toJSON(t).uuid),this.lightMap&&this.lightMap.isTexture&&(n.lightMap=this.lightMap.toJSON(t).uuid,n.lightMapIntensity=this.lightMapIntensity),this.aoMap&&this.aoMap.isTexture&&(n.aoMap=this.aoMap.toJSON(t).uuid,n.aoMapIntensity=this.aoMapIntensity),this.bumpMap&&this.bumpMap.isTexture&&(n.bumpMap=this.bumpMap.toJSON(t).uuid,n.bumpScale=this.bumpScale),this.normalMap&&this.normalMap.isTexture&&(n.normalMap=this.normalMap.toJSON(t).uuid,n.normalMapType=this.normalMapType,n.normalScale=this.normalScale.toArray()),this.displacementMap&&this.displacementMap.isTexture&&(n.displacementMap=this.displacementMap.toJSON(t).uuid,n.displacementScale=this.displacementScale,n.displacementBias=this.displacementBias),this.roughnessMap&&this.roughnessMap.isTexture&&(n.roughnessMap=this.roughnessMap.toJSON(t).uuid),this.metalnessMap&&this.metalnessMap.isTexture&&(n.metalnessMap=this.metalnessMap.toJSON(t).uuid),this.emissiveMap&&this.emissiveMap.isTexture&&(n.emissiveMap=this.emissiveMap.toJSON(t).uuid),this.specularMap&&this.specularMap.isTexture&&(n.specularMap=this.specularMap.toJSON(t).uuid),this.specularIntensityMap&&this.specularIntensityMap.isTexture&&(n.specularIntensityMap=this.specularIntensityMap.toJSON(t).uuid),this.specularColorMap&&this.specularColorMap.isTexture&&(n.specularColorMap=this.specularColorMap.toJSON(t).uuid),this.envMap&&this.envMap.isTexture&&(n.envMap=this.envMap.toJSON(t).uuid,this.combine!==void 0&&(n.combine=this.combine)),this.envMapRotation!==void 0&&(n.envMapRotation=this.envMapRotation.toArray()),this.envMapIntensity!==void 0&&(n.envMapIntensity=this.envMapIntensity),this.reflectivity!==void 0&&(n.reflectivity=this.reflectivity),this.refractionRatio!==void 0&&(n.refractionRatio=this.refractionRatio),this.gradientMap&&this.gradientMap.isTexture&&(n.gradientMap=this.gradientMap.toJSON(t).uuid),this.transmission!==void 0&&(n.transmission=this.transmission),this.transmissionMap&&this.transmissionMap.isTexture&&(n.transmissionMap=this.transmissionMap.toJSON(t).uuid),this.thickness!==void 0&&(n.thickness=this.thickness),this.thicknessMap&&this.thicknessMap.isTexture&&(n.thicknessMap=this.thicknessMap.toJSON(t).uuid),this.attenuationDistance!==void 0&&this.attenuationDistance!==1/0&&(n.attenuationDistance=this.attenuationDistance),this.attenuationColor!==void 0&&(n.attenuationColor=this.attenuationColor.getHex()),this.size!==void 0&&(n.size=this.size),this.shadowSide!==null&&(n.shadowSide=this.shadowSide),this.sizeAttenuation!==void 0&&(n.sizeAttenuation=this.sizeAttenuation),this.blending!==Gs&&(n.blending=this.blending),this.side!==Zi&&(n.side=this.side),this.vertexColors===!0&&(n.vertexColors=!0),this.opacity<1&&(n.opacity=this.opacity),this.transparent===!0&&(n.transparent=!0),this.blendSrc!==dl&&(n.blendSrc=this.blendSrc),this.blendDst!==fl&&(n.blendDst=this.blendDst),this.blendEquation!==ys&&(n.blendEquation=this.blendEquation),this.blendSrcAlpha!==null&&(n.blendSrcAlpha=this.blendSrcAlpha),this.blendDstAlpha!==null&&(n.blendDstAlpha=this.blendDstAlpha),this.blendEquationAlpha!==null&&(n.blendEquationAlpha=this.blendEquationAlpha),this.blendColor&&this.blendColor.isColor&&(n.blendColor=this.blendColor.getHex()),this.blendAlpha!==0&&(n.blendAlpha=this.blendAlpha),this.depthFunc!==Ws&&(n.depthFunc=this.depthFunc),this.depthTest===!1&&(n.depthTest=this.depthTest),this.depthWrite===!1&&(n.depthWrite=this.depthWrite),this.colorWrite===!1&&(n.colorWrite=this.colorWrite),this.stencilWriteMask!==255&&(n.stencilWriteMask=this.stencilWriteMask),this.stencilFunc!==uu&&(n.stencilFunc=this.stencilFunc),this.stencilRef!==0&&(n.stencilRef=this.stencilRef),this.stencilFuncMask!==255&&(n.stencilFuncMask=this.stencilFuncMask),this.stencilFail!==Vs&&(n.stencilFail=this.stencilFail),this.stencilZFail!==Vs&&(n.stencilZFail=this.stencilZFail),this.stencilZPass!==Vs&&(n.stencilZPass=this.stencilZPass),this.stencilWrite===!0&&(n.stencilWrite=this.stencilWrite),this.rotation!==void 0&&this.rotation!==0&&(n.rotation=this.rotation),this.polygonOffset===!0&&(n.polygonOffset=!0),this.polygonOffsetFactor!==0&&(n.polygonOffsetFactor=this.polygonOffsetFactor),this.polygonOffsetUnits!==0&&(n.polygonOffsetUnits=this.polygonOffsetUnits),this.linewidth!==void 0&&this.linewidth!==1&&(n.linewidth=this.linewidth),this.dashSize!==void 0&&(n.dashSize=this.dashSize),this.gapSize!==void 0&&(n.gapSize=this.gapSize),this.scale!==void 0&&(n.scale=this.scale),this.dithering===!0&&(n.dithering=!0),this.alphaTest>0&&(n.alphaTest=this.alphaTest),this.alphaHash===!0&&(n.alphaHash=!0),this.alphaToCoverage===!0&&(n.alphaToCoverage=!0),this.premultipliedAlpha===!0&&(n.premultipliedAlpha=!0),this.forceSinglePass===!0&&(n.forceSinglePass=!0),this.wireframe===!0&&(n.wireframe=!0),this.wireframeLinewidth>1&&(n.wireframeLinewidth=this.wireframeLinewidth),this.wireframeLinecap!=="round"&&(n.wireframeLinecap=this.wireframeLinecap),this.wireframeLinejoin!=="round"&&(n.wireframeLinejoin=this.wireframeLinejoin),this.flatShading===!0&&(n.flatShading=!0),this.visible===!1&&(n.visible=!1),this.toneMapped===!1&&(n.toneMapped=!1),this.fog===!1&&(n.fog=!1),Object.keys(this.userData).length>0&&(n.userData=this.userData);function s(r){let o=[];for(let a in r){let l=r[a];delete l.metadata,o.push(l)}return o}if(e){let r=s(t.textures),o=s(t.images);r.length>0&&(n.textures=r),o.length>0&&(n.images=o)}return n}clone(){return new this.constructor().copy(this)}copy(t){this.name=t.name,this.blending=t.blending,this.side=t.side,this.vertexColors=t.vertexColors,this.opacity=t.opacity,this.transparent=t.transparent,this.blendSrc=t.blendSrc,this.blendDst=t.blendDst,this.blendEquation=t.blendEquation,this.blendSrcAlpha=t.blendSrcAlpha,this.blendDstAlpha=t.blendDstAlpha,this.blendEquationAlpha=t.blendEquationAlpha,this.blendColor.copy(t.blendColor),this.blendAlpha=t.blendAlpha,this.depthFunc=t.depthFunc,this.depthTest=t.depthTest,this.depthWrite=t.depthWrite,this.stencilWriteMask=t.stencilWriteMask,this.stencilFunc=t.stencilFunc,this.stencilRef=t.stencilRef,this.stencilFuncMask=t.stencilFuncMask,this.stencilFail=t.stencilFail,this.stencilZFail=t.stencilZFail,this.stencilZPass=t.stencilZPass,this.stencilWrite=t.stencilWrite;let e=t.clippingPlanes,n=null;if(e!==null){let s=e.length;n=new Array(s);for(let r=0;r!==s;++r)n[r]=e[r].clone()}return this.clippingPlanes=n,this.clipIntersection=t.clipIntersection,this.clipShadows=t.clipShadows,this.shadowSide=t.shadowSide,this.colorWrite=t.colorWrite,this.precision=t.precision,this.polygonOffset=t.polygonOffset,this.polygonOffsetFactor=t.polygonOffsetFactor,this.polygonOffsetUnits=t.polygonOffsetUnits,this.dithering=t.dithering,this.alphaTest=t.alphaTest,this.alphaHash=t.alphaHash,this.alphaToCoverage=t.alphaToCoverage,this.premultipliedAlpha=t.premultipliedAlpha,this.forceSinglePass=t.forceSinglePass,this.visible=t.visible,this.toneMapped=t.toneMapped,this.userData=JSON.parse(JSON.stringify(t.userData)),this}dispose(){this.dispatchEvent({type:"dispose"})}set needsUpdate(t){t===!0&&this.version++}},Bo=class extends xi{constructor(t){super(),this.isMeshBasicMaterial=!0,this.type="MeshBasicMaterial",this.color=new ie(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new ri,this.combine=Jl,this.reflectivity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.color.copy(t.color),this.map=t.map,this.lightMap=t.lightMap,this.lightMapIntensity=t.lightMapIntensity,this.aoMap=t.aoMap,this.aoMapIntensity=t.aoMapIntensity,this.specularMap=t.specularMap,this.alphaMap=t.alphaMap,this.envMap=t.envMap,this.envMapRotation.copy(t.envMapRotation),this.combine=t.combine,this.reflectivity=t.reflectivity,this.refractionRatio=t.refractionRatio,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.wireframeLinecap=t.wireframeLinecap,this.wireframeLinejoin=t.wireframeLinejoin,this.fog=t.fog,this}};var Ke=new N,Ka=new bt,Z_=0,Mn=class{constructor(t,e,n=!1){if(Array.isArray(t))throw new TypeError("THREE.BufferAttribute: array should be a Typed Array.");this.isBufferAttribute=!0,Object.defineProperty(this,"id",{value:Z_++}),this.name="",this.array=t,this.itemSize=e,this.count=t!==void 0?t.length/e:0,this.normalized=n,this.usage=du,this.updateRanges=[],this.gpuType=Ui,this.version=0}onUploadCallback(){}set needsUpdate(t){t===!0&&this.version++}setUsage(t){return this.usage=t,this}addUpdateRange(t,e){this.updateRanges.push({start:t,count:e})}clearUpdateRanges(){this.updateRanges.length=0}copy(t){return this.name=t.name,this.array=new t.array.constructor(t.array),this.itemSize=t.itemSize,this.count=t.count,this.normalized=t.normalized,this.usage=t.usage,this.gpuType=t.gpuType,this}copyAt(t,e,n){t*=this.itemSize,n*=e.itemSize;for(let s=0,r=this.itemSize;s<r;s++)this.array[t+s]=e.array[n+s];return this}copyArray(t){return this.array.set(t),this}applyMatrix3(t){if(this.itemSize===2)for(let e=0,n=this.count;e<n;e++)Ka.fromBufferAttribute(this,e),Ka.applyMatrix3(t),this.setXY(e,Ka.x,Ka.y);else if(this.itemSize===3)for(let e=0,n=this.count;e<n;e++)Ke.fromBufferAttribute(this,e),Ke.applyMatrix3(t),this.setXYZ(e,Ke.x,Ke.y,Ke.z);return this}applyMatrix4(t){for(let e=0,n=this.count;e<n;e++)Ke.fromBufferAttribute(this,e),Ke.applyMatrix4(t),this.setXYZ(e,Ke.x,Ke.y,Ke.z);return this}applyNormalMatrix(t){for(let e=0,n=this.count;e<n;e++)Ke.fromBufferAttribute(this,e),Ke.applyNormalMatrix(t),this.setXYZ(e,Ke.x,Ke.y,Ke.z);return this}transformDirection(t){for(let e=0,n=this.count;e<n;e++)Ke.fromBufferAttribute(this,e),Ke.transformDirection(t),this.setXYZ(e,Ke.x,Ke.y,Ke.z);return this}set(t,e=0){return this.array.set(t,e),this}getComponent(t,e){let n=this.array[t*this.itemSize+e];return this.normalized&&(n=Nr(n,this.array)),n}setComponent(t,e,n){return this.normalized&&(n=Rn(n,this.array)),this.array[t*this.itemSize+e]=n,this}getX(t){let e=this.array[t*this.itemSize];return this.normalized&&(e=Nr(e,this.array)),e}setX(t,e){return this.normalized&&(e=Rn(e,this.array)),this.array[t*this.itemSize]=e,this}getY(t){let e=this.array[t*this.itemSize+1];return this.normalized&&(e=Nr(e,this.array)),e}setY(t,e){return this.normalized&&(e=Rn(e,this.array)),this.array[t*this.itemSize+1]=e,this}getZ(t){let e=this.array[t*this.itemSize+2];return this.normalized&&(e=Nr(e,this.array)),e}setZ(t,e){return this.normalized&&(e=Rn(e,this.array)),this.array[t*this.itemSize+2]=e,this}getW(t){let e=this.array[t*this.itemSize+3];return this.normalized&&(e=Nr(e,this.array)),e}setW(t,e){return this.normalized&&(e=Rn(e,this.array)),this.array[t*this.itemSize+3]=e,this}setXY(t,e,n){return t*=this.itemSize,this.normalized&&(e=Rn(e,this.array),n=Rn(n,this.array)),this.array[t+0]=e,this.array[t+1]=n,this}setXYZ(t,e,n,s){return t*=this.itemSize,this.normalized&&(e=Rn(e,this.array),n=Rn(n,this.array),s=Rn(s,this.array)),this.array[t+0]=e,this.array[t+1]=n,this.array[t+2]=s,this}setXYZW(t,e,n,s,r){return t*=this.itemSize,this.normalized&&(e=Rn(e,this.array),n=Rn(n,this.array),s=Rn(s,this.array),r=Rn(r,this.array)),this.array[t+0]=e,this.array[t+1]=n,this.array[t+2]=s,this.array[t+3]=r,this}onUpload(t){return this.onUploadCallback=t,this}clone(){return new this.constructor(this.array,this.itemSize).copy(this)}toJSON(){let t={itemSize:this.itemSize,type:this.array.constructor.name,array:Array.from(this.array),normalized:this.normalized};return this.name!==""&&(t.name=this.name),this.usage!==du&&(t.usage=this.usage),t}};var ko=class extends Mn{constructor(t,e,n){super(new Uint16Array(t),e,n)}};var zo=class extends Mn{constructor(t,e,n){super(new Uint32Array(t),e,n)}};var _e=class extends Mn{constructor(t,e,n){super(new Float32Array(t),e,n)}},$_=0,ni=new Ge,tu=new _n,Ir=new N,Wn=new xs,To=new xs,fn=new N,Je=class i extends Ii{constructor(){super(),this.isBufferGeometry=!0,Object.defineProperty(this,"id",{value:$_++}),this.uuid=Qs(),this.name="",this.type="BufferGeometry",this.index=null,this.indirect=null,this.attributes={},this.morphAttributes={},this.morphTargetsRelative=!1,this.groups=[],this.boundingBox=null,this.boundingSphere=null,this.drawRange={start:0,count:1/0},this.userData={}}getIndex(){return this.index}setIndex(t){return Array.isArray(t)?this.index=new(ku(t)?zo:ko)(t,1):this.index=t,this}setIndirect(t){return this.indirect=t,this}getIndirect(){return this.indirect}getAttribute(t){return this.attributes[t]}setAttribute(t,e){return this.attributes[t]=e,this}deleteAttribute(t){return delete this.attributes[t],this}hasAttribute(t){return this.attributes[t]!==void 0}addGroup(t,e,n=0){this.groups.push({start:t,count:e,materialIndex:n})}clearGroups(){this.groups=[]}setDrawRange(t,e){this.drawRange.start=t,this.drawRange.count=e}applyMatrix4(t){let e=this.attributes.position;e!==void 0&&(e.applyMatrix4(t),e.needsUpdate=!0);let n=this.attributes.normal;if(n!==void 0){let r=new le().getNormalMatrix(t);n.applyNormalMatrix(r),n.needsUpdate=!0}let s=this.attributes.tangent;return s!==void 0&&(s.transformDirection(t),s.needsUpdate=!0),this.boundingBox!==null&&this.computeBoundingBox(),this.boundingSphere!==null&&this.computeBoundingSphere(),this}applyQuaternion(t){return ni.makeRotationFromQuaternion(t),this.applyMatrix4(ni),this}rotateX(t){return ni.makeRotationX(t),this.applyMatrix4(ni),this}rotateY(t){return ni.makeRotationY(t),this.applyMatrix4(ni),this}rotateZ(t){return ni.makeRotationZ(t),this.applyMatrix4(ni),this}translate(t,e,n){return ni.makeTranslation(t,e,n),this.applyMatrix4(ni),this}scale(t,e,n){return ni.makeScale(t,e,n),this.applyMatrix4(ni),this}lookAt(t){return tu.lookAt(t),tu.updateMatrix(),this.applyMatrix4(tu.matrix),this}center(){return this.computeBoundingBox(),this.boundingBox.getCenter(Ir).negate(),this.translate(Ir.x,Ir.y,Ir.z),this}setFromPoints(t){let e=this.getAttribute("position");if(e===void 0){let n=[];for(let s=0,r=t.length;s<r;s++){let o=t[s];n.push(o.x,o.y,o.z||0)}this.setAttribute("position",new _e(n,3))}else{let n=Math.min(t.length,e.count);for(let s=0;s<n;s++){let r=t[s];e.setXYZ(s,r.x,r.y,r.z||0)}t.length>e.count&&console.warn("THREE.BufferGeometry: Buffer size too small for points data. Use .dispose() and create a new geometry."),e.needsUpdate=!0}return this}computeBoundingBox(){this.boundingBox===null&&(this.boundingBox=new xs);let t=this.attributes.position,e=this.morphAttributes.position;if(t&&t.isGLBufferAttribute){console.error("THREE.BufferGeometry.computeBoundingBox(): GLBufferAttribute requires a manual bounding box.",this),this.boundingBox.set(new N(-1/0,-1/0,-1/0),new N(1/0,1/0,1/0));return}if(t!==void 0){if(this.boundingBox.setFromBufferAttribute(t),e)for(let n=0,s=e.length;n<s;n++){let r=e[n];Wn.setFromBufferAttribute(r),this.morphTargetsRelative?(fn.addVectors(this.boundingBox.min,Wn.min),this.boundingBox.expandByPoint(fn),fn.addVectors(this.boundingBox.max,Wn.max),this.boundingBox.expandByPoint(fn)):(this.boundingBox.expandByPoint(Wn.min),this.boundingBox.expandByPoint(Wn.max))}}else this.boundingBox.makeEmpty();(isNaN(this.boundingBox.min.x)||isNaN(this.boundingBox.min.y)||isNaN(this.boundingBox.min.z))&&console.error('THREE.BufferGeometry.computeBoundingBox(): Computed min/max have NaN values. The "position" attribute is likely to have NaN values.',this)}computeBoundingSphere(){this.boundingSphere===null&&(this.boundingSphere=new qs);let t=this.attributes.position,e=this.morphAttributes.position;if(t&&t.isGLBufferAttribute){console.error("THREE.BufferGeometry.computeBoundingSphere(): GLBufferAttribute requires a manual bounding sphere.",this),this.boundingSphere.set(new N,1/0);return}if(t){let n=this.boundingSphere.center;if(Wn.setFromBufferAttribute(t),e)for(let r=0,o=e.length;r<o;r++){let a=e[r];To.setFromBufferAttribute(a),this.morphTargetsRelative?(fn.addVectors(Wn.min,To.min),Wn.expandByPoint(fn),fn.addVectors(Wn.max,To.max),Wn.expandByPoint(fn)):(Wn.expandByPoint(To.min),Wn.expandByPoint(To.max))}Wn.getCenter(n);let s=0;for(let r=0,o=t.count;r<o;r++)fn.fromBufferAttribute(t,r),s=Math.max(s,n.distanceToSquared(fn));if(e)for(let r=0,o=e.length;r<o;r++){let a=e[r],l=this.morphTargetsRelative;for(let c=0,u=a.count;c<u;c++)fn.fromBufferAttribute(a,c),l&&(Ir.fromBufferAttribute(t,c),fn.add(Ir)),s=Math.max(s,n.distanceToSquared(fn))}this.boundingSphere.radius=Math.sqrt(s),isNaN(this.boundingSphere.radius)&&console.error('THREE.BufferGeometry.computeBoundingSphere(): Computed radius is NaN. The "position" attribute is likely to have NaN values.',this)}}computeTangents(){let t=this.index,e=this.attributes;if(t===null||e.position===void 0||e.normal===void 0||e.uv===void 0){console.error("THREE.BufferGeometry: .computeTangents() failed. Missing required attributes (index, position, normal or uv)");return}let n=e.position,s=e.normal,r=e.uv;this.hasAttribute("tangent")===!1&&this.setAttribute("tangent",new Mn(new Float32Array(4*n.count),4));let o=this.getAttribute("tangent"),a=[],l=[];for(let O=0;O<n.count;O++)a[O]=new N,l[O]=new N;let c=new N,u=new N,h=new N,d=new bt,f=new bt,g=new bt,_=new N,m=new N;function p(O,w,b){c.fromBufferAttribute(n,O),u.fromBufferAttribute(n,w),h.fromBufferAttribute(n,b),d.fromBufferAttribute(r,O),f.fromBufferAttribute(r,w),g.fromBufferAttribute(r,b),u.sub(c),h.sub(c),f.sub(d),g.sub(d);let A=1/(f.x*g.y-g.x*f.y);isFinite(A)&&(_.copy(u).multiplyScalar(g.y).addScaledVector(h,-f.y).multiplyScalar(A),m.copy(h).multiplyScalar(f.x).addScaledVector(u,-g.x).multiplyScalar(A),a[O].add(_),a[w].add(_),a[b].add(_),l[O].add(m),l[w].add(m),l[b].add(m))}let T=this.groups;T.length===0&&(T=[{start:0,count:t.count}]);for(let O=0,w=T.length;O<w;++O){let b=T[O],A=b.start,k=b.count;for(let V=A,X=A+k;V<X;V+=3)p(t.getX(V+0),t.getX(V+1),t.getX(V+2))}let E=new N,v=new N,L=new N,C=new N;function U(O){L.fromBufferAttribute(s,O),C.copy(L);let w=a[O];E.copy(w),E.sub(L.multiplyScalar(L.dot(w))).normalize(),v.crossVectors(C,w);let A=v.dot(l[O])<0?-1:1;o.setXYZW(O,E.x,E.y,E.z,A)}for(let O=0,w=T.length;O<w;++O){let b=T[O],A=b.start,k=b.count;for(let V=A,X=A+k;V<X;V+=3)U(t.getX(V+0)),U(t.getX(V+1)),U(t.getX(V+2))}}computeVertexNormals(){let t=this.index,e=this.getAttribute("position");if(e!==void 0){let n=this.getAttribute("normal");if(n===void 0)n=new Mn(new Float32Array(e.count*3),3),this.setAttribute("normal",n);else for(let d=0,f=n.count;d<f;d++)n.setXYZ(d,0,0,0);let s=new N,r=new N,o=new N,a=new N,l=new N,c=new N,u=new N,h=new N;if(t)for(let d=0,f=t.count;d<f;d+=3){let g=t.getX(d+0),_=t.getX(d+1),m=t.getX(d+2);s.fromBufferAttribute(e,g),r.fromBufferAttribute(e,_),o.fromBufferAttribute(e,m),u.subVectors(o,r),h.subVectors(s,r),u.cross(h),a.fromBufferAttribute(n,g),l.fromBufferAttribute(n,_),c.fromBufferAttribute(n,m),a.add(u),l.add(u),c.add(u),n.setXYZ(g,a.x,a.y,a.z),n.setXYZ(_,l.x,l.y,l.z),n.setXYZ(m,c.x,c.y,c.z)}else for(let d=0,f=e.count;d<f;d+=3)s.fromBufferAttribute(e,d+0),r.fromBufferAttribute(e,d+1),o.fromBufferAttribute(e,d+2),u.subVectors(o,r),h.subVectors(s,r),u.cross(h),n.setXYZ(d+0,u.x,u.y,u.z),n.setXYZ(d+1,u.x,u.y,u.z),n.setXYZ(d+2,u.x,u.y,u.z);this.normalizeNormals(),n.needsUpdate=!0}}normalizeNormals(){let t=this.attributes.normal;for(let e=0,n=t.count;e<n;e++)fn.fromBufferAttribute(t,e),fn.normalize(),t.setXYZ(e,fn.x,fn.y,fn.z)}toNonIndexed(){function t(a,l){let c=a.array,u=a.itemSize,h=a.normalized,d=new c.constructor(l.length*u),f=0,g=0;for(let _=0,m=l.length;_<m;_++){a.isInterleavedBufferAttribute?f=l[_]*a.data.stride+a.offset:f=l[_]*u;for(let p=0;p<u;p++)d[g++]=c[f++]}return new Mn(d,u,h)}if(this.index===null)return console.warn("THREE.BufferGeometry.toNonIndexed(): BufferGeometry is already non-indexed."),this;let e=new i,n=this.index.array,s=this.attributes;for(let a in s){let l=s[a],c=t(l,n);e.setAttribute(a,c)}let r=this.morphAttributes;for(let a in r){let l=[],c=r[a];for(let u=0,h=c.length;u<h;u++){let d=c[u],f=t(d,n);l.push(f)}e.morphAttributes[a]=l}e.morphTargetsRelative=this.morphTargetsRelative;let o=this.groups;for(let a=0,l=o.length;a<l;a++){let c=o[a];e.addGroup(c.start,c.count,c.materialIndex)}return e}toJSON(){let t={metadata:{version:4.7,type:"BufferGeometry",generator:"BufferGeometry.toJSON"}};if(t.uuid=this.uuid,t.type=this.type,this.name!==""&&(t.name=this.name),Object.keys(this.userData).length>0&&(t.userData=this.userData),this.parameters!==void 0){let l=this.parameters;for(let c in l)l[c]!==void 0&&(t[c]=l[c]);return t}t.data={attributes:{}};let e=this.index;e!==null&&(t.data.index={type:e.array.constructor.name,array:Array.prototype.slice.call(e.array)});let n=this.attributes;for(let l in n){let c=n[l];t.data.attributes[l]=c.toJSON(t.data)}let s={},r=!1;for(let l in this.morphAttributes){let c=this.morphAttributes[l],u=[];for(let h=0,d=c.length;h<d;h++){let f=c[h];u.push(f.toJSON(t.data))}u.length>0&&(s[l]=u,r=!0)}r&&(t.data.morphAttributes=s,t.data.morphTargetsRelative=this.morphTargetsRelative);let o=this.groups;o.length>0&&(t.data.groups=JSON.parse(JSON.stringify(o)));let a=this.boundingSphere;return a!==null&&(t.data.boundingSphere=a.toJSON()),t}clone(){return new this.constructor().copy(this)}copy(t){this.index=null,this.attributes={},this.morphAttributes={},this.groups=[],this.boundingBox=null,this.boundingSphere=null;let e={};this.name=t.name;let n=t.index;n!==null&&this.setIndex(n.clone());let s=t.attributes;for(let c in s){let u=s[c];this.setAttribute(c,u.clone(e))}let r=t.morphAttributes;for(let c in r){let u=[],h=r[c];for(let d=0,f=h.length;d<f;d++)u.push(h[d].clone(e));this.morphAttributes[c]=u}this.morphTargetsRelative=t.morphTargetsRelative;let o=t.groups;for(let c=0,u=o.length;c<u;c++){let h=o[c];this.addGroup(h.start,h.count,h.materialIndex)}let a=t.boundingBox;a!==null&&(this.boundingBox=a.clone());let l=t.boundingSphere;return l!==null&&(this.boundingSphere=l.clone()),this.drawRange.start=t.drawRange.start,this.drawRange.count=t.drawRange.count,this.userData=t.userData,this}dispose(){this.dispatchEvent({type:"dispose"})}},Hf=new Ge,ks=new vs,Ja=new qs,Gf=new N,ja=new N,Qa=new N,tl=new N,eu=new N,el=new N,Wf=new N,nl=new N,Fe=class extends _n{constructor(t=new Je,e=new Bo){super(),this.isMesh=!0,this.type="Mesh",this.geometry=t,this.material=e,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.count=1,this.updateMorphTargets()}copy(t,e){return super.copy(t,e),t.morphTargetInfluences!==void 0&&(this.morphTargetInfluences=t.morphTargetInfluences.slice()),t.morphTargetDictionary!==void 0&&(this.morphTargetDictionary=Object.assign({},t.morphTargetDictionary)),this.material=Array.isArray(t.material)?t.material.slice():t.material,this.geometry=t.geometry,this}updateMorphTargets(){let e=this.geometry.morphAttributes,n=Object.keys(e);if(n.length>0){let s=e[n[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}getVertexPosition(t,e){let n=this.geometry,s=n.attributes.position,r=n.morphAttributes.position,o=n.morphTargetsRelative;e.fromBufferAttribute(s,t);let a=this.morphTargetInfluences;if(r&&a){el.set(0,0,0);for(let l=0,c=r.length;l<c;l++){let u=a[l],h=r[l];u!==0&&(eu.fromBufferAttribute(h,t),o?el.addScaledVector(eu,u):el.addScaledVector(eu.sub(e),u))}e.add(el)}return e}raycast(t,e){let n=this.geometry,s=this.material,r=this.matrixWorld;s!==void 0&&(n.boundingSphere===null&&n.computeBoundingSphere(),Ja.copy(n.boundingSphere),Ja.applyMatrix4(r),ks.copy(t.ray).recast(t.near),!(Ja.containsPoint(ks.origin)===!1&&(ks.intersectSphere(Ja,Gf)===null||ks.origin.distanceToSquared(Gf)>(t.far-t.near)**2))&&(Hf.copy(r).invert(),ks.copy(t.ray).applyMatrix4(Hf),!(n.boundingBox!==null&&ks.intersectsBox(n.boundingBox)===!1)&&this._computeIntersections(t,e,ks)))}_computeIntersections(t,e,n){let s,r=this.geometry,o=this.material,a=r.index,l=r.attributes.position,c=r.attributes.uv,u=r.attributes.uv1,h=r.attributes.normal,d=r.groups,f=r.drawRange;if(a!==null)if(Array.isArray(o))for(let g=0,_=d.length;g<_;g++){let m=d[g],p=o[m.materialIndex],T=Math.max(m.start,f.start),E=Math.min(a.count,Math.min(m.start+m.count,f.start+f.count));for(let v=T,L=E;v<L;v+=3){let C=a.getX(v),U=a.getX(v+1),O=a.getX(v+2);s=il(this,p,t,n,c,u,h,C,U,O),s&&(s.faceIndex=Math.floor(v/3),s.face.materialIndex=m.materialIndex,e.push(s))}}else{let g=Math.max(0,f.start),_=Math.min(a.count,f.start+f.count);for(let m=g,p=_;m<p;m+=3){let T=a.getX(m),E=a.getX(m+1),v=a.getX(m+2);s=il(this,o,t,n,c,u,h,T,E,v),s&&(s.faceIndex=Math.floor(m/3),e.push(s))}}else if(l!==void 0)if(Array.isArray(o))for(let g=0,_=d.length;g<_;g++){let m=d[g],p=o[m.materialIndex],T=Math.max(m.start,f.start),E=Math.min(l.count,Math.min(m.start+m.count,f.start+f.count));for(let v=T,L=E;v<L;v+=3){let C=v,U=v+1,O=v+2;s=il(this,p,t,n,c,u,h,C,U,O),s&&(s.faceIndex=Math.floor(v/3),s.face.materialIndex=m.materialIndex,e.push(s))}}else{let g=Math.max(0,f.start),_=Math.min(l.count,f.start+f.count);for(let m=g,p=_;m<p;m+=3){let T=m,E=m+1,v=m+2;s=il(this,o,t,n,c,u,h,T,E,v),s&&(s.faceIndex=Math.floor(m/3),e.push(s))}}}};function K_(i,t,e,n,s,r,o,a){let l;if(t.side===Ln?l=n.intersectTriangle(o,r,s,!0,a):l=n.intersectTriangle(s,r,o,t.side===Zi,a),l===null)return null;nl.copy(a),nl.applyMatrix4(i.matrixWorld);let c=e.ray.origin.distanceTo(nl);return c<e.near||c>e.far?null:{distance:c,point:nl.clone(),object:i}}function il(i,t,e,n,s,r,o,a,l,c){i.getVertexPosition(a,ja),i.getVertexPosition(l,Qa),i.getVertexPosition(c,tl);let u=K_(i,t,e,n,ja,Qa,tl,Wf);if(u){let h=new N;gs.getBarycoord(Wf,ja,Qa,tl,h),s&&(u.uv=gs.getInterpolatedAttribute(s,a,l,c,h,new bt)),r&&(u.uv1=gs.getInterpolatedAttribute(r,a,l,c,h,new bt)),o&&(u.normal=gs.getInterpolatedAttribute(o,a,l,c,h,new N),u.normal.dot(n.direction)>0&&u.normal.multiplyScalar(-1));let d={a,b:l,c,normal:new N,materialIndex:0};gs.getNormal(ja,Qa,tl,d.normal),u.face=d,u.barycoord=h}return u}var In=class i extends Je{constructor(t=1,e=1,n=1,s=1,r=1,o=1){super(),this.type="BoxGeometry",this.parameters={width:t,height:e,depth:n,widthSegments:s,heightSegments:r,depthSegments:o};let a=this;s=Math.floor(s),r=Math.floor(r),o=Math.floor(o);let l=[],c=[],u=[],h=[],d=0,f=0;g("z","y","x",-1,-1,n,e,t,o,r,0),g("z","y","x",1,-1,n,e,-t,o,r,1),g("x","z","y",1,1,t,n,e,s,o,2),g("x","z","y",1,-1,t,n,-e,s,o,3),g("x","y","z",1,-1,t,e,n,s,r,4),g("x","y","z",-1,-1,t,e,-n,s,r,5),this.setIndex(l),this.setAttribute("position",new _e(c,3)),this.setAttribute("normal",new _e(u,3)),this.setAttribute("uv",new _e(h,2));function g(_,m,p,T,E,v,L,C,U,O,w){let b=v/U,A=L/O,k=v/2,V=L/2,X=C/2,G=U+1,q=O+1,$=0,j=0,ct=new N;for(let ut=0;ut<q;ut++){let xt=ut*A-V;for(let At=0;At<G;At++){let vt=At*b-k;ct[_]=vt*T,ct[m]=xt*E,ct[p]=X,c.push(ct.x,ct.y,ct.z),ct[_]=0,ct[m]=0,ct[p]=C>0?1:-1,u.push(ct.x,ct.y,ct.z),h.push(At/U),h.push(1-ut/O),$+=1}}for(let ut=0;ut<O;ut++)for(let xt=0;xt<U;xt++){let At=d+xt+G*ut,vt=d+xt+G*(ut+1),Qt=d+(xt+1)+G*(ut+1),te=d+(xt+1)+G*ut;l.push(At,vt,te),l.push(vt,Qt,te),j+=6}a.addGroup(f,j,w),f+=j,d+=$}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.width,t.height,t.depth,t.widthSegments,t.heightSegments,t.depthSegments)}};function tr(i){let t={};for(let e in i){t[e]={};for(let n in i[e]){let s=i[e][n];s&&(s.isColor||s.isMatrix3||s.isMatrix4||s.isVector2||s.isVector3||s.isVector4||s.isTexture||s.isQuaternion)?s.isRenderTargetTexture?(console.warn("UniformsUtils: Textures of render targets cannot be cloned via cloneUniforms() or mergeUniforms()."),t[e][n]=null):t[e][n]=s.clone():Array.isArray(s)?t[e][n]=s.slice():t[e][n]=s}}return t}function bn(i){let t={};for(let e=0;e<i.length;e++){let n=tr(i[e]);for(let s in n)t[s]=n[s]}return t}function J_(i){let t=[];for(let e=0;e<i.length;e++)t.push(i[e].clone());return t}function zu(i){let t=i.getRenderTarget();return t===null?i.outputColorSpace:t.isXRRenderTarget===!0?t.texture.colorSpace:ge.workingColorSpace}var Zp={clone:tr,merge:bn},j_=`void main() {
	gl_Position = projectionMatrix * modelViewMatrix * vec4( position, 1.0 );
}`,Q_=`void main() {
	gl_FragColor = vec4( 1.0, 0.0, 0.0, 1.0 );
}`,vi=class extends xi{constructor(t){super(),this.isShaderMaterial=!0,this.type="ShaderMaterial",this.defines={},this.uniforms={},this.uniformsGroups=[],this.vertexShader=j_,this.fragmentShader=Q_,this.linewidth=1,this.wireframe=!1,this.wireframeLinewidth=1,this.fog=!1,this.lights=!1,this.clipping=!1,this.forceSinglePass=!0,this.extensions={clipCullDistance:!1,multiDraw:!1},this.defaultAttributeValues={color:[1,1,1],uv:[0,0],uv1:[0,0]},this.index0AttributeName=void 0,this.uniformsNeedUpdate=!1,this.glslVersion=null,t!==void 0&&this.setValues(t)}copy(t){return super.copy(t),this.fragmentShader=t.fragmentShader,this.vertexShader=t.vertexShader,this.uniforms=tr(t.uniforms),this.uniformsGroups=J_(t.uniformsGroups),this.defines=Object.assign({},t.defines),this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.fog=t.fog,this.lights=t.lights,this.clipping=t.clipping,this.extensions=Object.assign({},t.extensions),this.glslVersion=t.glslVersion,this}toJSON(t){let e=super.toJSON(t);e.glslVersion=this.glslVersion,e.uniforms={};for(let s in this.uniforms){let o=this.uniforms[s].value;o&&o.isTexture?e.uniforms[s]={type:"t",value:o.toJSON(t).uuid}:o&&o.isColor?e.uniforms[s]={type:"c",value:o.getHex()}:o&&o.isVector2?e.uniforms[s]={type:"v2",value:o.toArray()}:o&&o.isVector3?e.uniforms[s]={type:"v3",value:o.toArray()}:o&&o.isVector4?e.uniforms[s]={type:"v4",value:o.toArray()}:o&&o.isMatrix3?e.uniforms[s]={type:"m3",value:o.toArray()}:o&&o.isMatrix4?e.uniforms[s]={type:"m4",value:o.toArray()}:e.uniforms[s]={value:o}}Object.keys(this.defines).length>0&&(e.defines=this.defines),e.vertexShader=this.vertexShader,e.fragmentShader=this.fragmentShader,e.lights=this.lights,e.clipping=this.clipping;let n={};for(let s in this.extensions)this.extensions[s]===!0&&(n[s]=!0);return Object.keys(n).length>0&&(e.extensions=n),e}},Vo=class extends _n{constructor(){super(),this.isCamera=!0,this.type="Camera",this.matrixWorldInverse=new Ge,this.projectionMatrix=new Ge,this.projectionMatrixInverse=new Ge,this.coordinateSystem=_i,this._reversedDepth=!1}get reversedDepth(){return this._reversedDepth}copy(t,e){return super.copy(t,e),this.matrixWorldInverse.copy(t.matrixWorldInverse),this.projectionMatrix.copy(t.projectionMatrix),this.projectionMatrixInverse.copy(t.projectionMatrixInverse),this.coordinateSystem=t.coordinateSystem,this}getWorldDirection(t){return super.getWorldDirection(t).negate()}updateMatrixWorld(t){super.updateMatrixWorld(t),this.matrixWorldInverse.copy(this.matrixWorld).invert()}updateWorldMatrix(t,e){super.updateWorldMatrix(t,e),this.matrixWorldInverse.copy(this.matrixWorld).invert()}clone(){return new this.constructor().copy(this)}},ms=new N,Xf=new bt,qf=new bt,pn=class extends Vo{constructor(t=50,e=1,n=.1,s=2e3){super(),this.isPerspectiveCamera=!0,this.type="PerspectiveCamera",this.fov=t,this.zoom=1,this.near=n,this.far=s,this.focus=10,this.aspect=e,this.view=null,this.filmGauge=35,this.filmOffset=0,this.updateProjectionMatrix()}copy(t,e){return super.copy(t,e),this.fov=t.fov,this.zoom=t.zoom,this.near=t.near,this.far=t.far,this.focus=t.focus,this.aspect=t.aspect,this.view=t.view===null?null:Object.assign({},t.view),this.filmGauge=t.filmGauge,this.filmOffset=t.filmOffset,this}setFocalLength(t){let e=.5*this.getFilmHeight()/t;this.fov=Or*2*Math.atan(e),this.updateProjectionMatrix()}getFocalLength(){let t=Math.tan(Ro*.5*this.fov);return .5*this.getFilmHeight()/t}getEffectiveFOV(){return Or*2*Math.atan(Math.tan(Ro*.5*this.fov)/this.zoom)}getFilmWidth(){return this.filmGauge*Math.min(this.aspect,1)}getFilmHeight(){return this.filmGauge/Math.max(this.aspect,1)}getViewBounds(t,e,n){ms.set(-1,-1,.5).applyMatrix4(this.projectionMatrixInverse),e.set(ms.x,ms.y).multiplyScalar(-t/ms.z),ms.set(1,1,.5).applyMatrix4(this.projectionMatrixInverse),n.set(ms.x,ms.y).multiplyScalar(-t/ms.z)}getViewSize(t,e){return this.getViewBounds(t,Xf,qf),e.subVectors(qf,Xf)}setViewOffset(t,e,n,s,r,o){this.aspect=t/e,this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=t,this.view.fullHeight=e,this.view.offsetX=n,this.view.offsetY=s,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let t=this.near,e=t*Math.tan(Ro*.5*this.fov)/this.zoom,n=2*e,s=this.aspect*n,r=-.5*s,o=this.view;if(this.view!==null&&this.view.enabled){let l=o.fullWidth,c=o.fullHeight;r+=o.offsetX*s/l,e-=o.offsetY*n/c,s*=o.width/l,n*=o.height/c}let a=this.filmOffset;a!==0&&(r+=t*a/this.getFilmWidth()),this.projectionMatrix.makePerspective(r,r+s,e,e-n,t,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(t){let e=super.toJSON(t);return e.object.fov=this.fov,e.object.zoom=this.zoom,e.object.near=this.near,e.object.far=this.far,e.object.focus=this.focus,e.object.aspect=this.aspect,this.view!==null&&(e.object.view=Object.assign({},this.view)),e.object.filmGauge=this.filmGauge,e.object.filmOffset=this.filmOffset,e}},Lr=-90,Dr=1,vl=class extends _n{constructor(t,e,n){super(),this.type="CubeCamera",this.renderTarget=n,this.coordinateSystem=null,this.activeMipmapLevel=0;let s=new pn(Lr,Dr,t,e);s.layers=this.layers,this.add(s);let r=new pn(Lr,Dr,t,e);r.layers=this.layers,this.add(r);let o=new pn(Lr,Dr,t,e);o.layers=this.layers,this.add(o);let a=new pn(Lr,Dr,t,e);a.layers=this.layers,this.add(a);let l=new pn(Lr,Dr,t,e);l.layers=this.layers,this.add(l);let c=new pn(Lr,Dr,t,e);c.layers=this.layers,this.add(c)}updateCoordinateSystem(){let t=this.coordinateSystem,e=this.children.concat(),[n,s,r,o,a,l]=e;for(let c of e)this.remove(c);if(t===_i)n.up.set(0,1,0),n.lookAt(1,0,0),s.up.set(0,1,0),s.lookAt(-1,0,0),r.up.set(0,0,-1),r.lookAt(0,1,0),o.up.set(0,0,1),o.lookAt(0,-1,0),a.up.set(0,1,0),a.lookAt(0,0,1),l.up.set(0,1,0),l.lookAt(0,0,-1);else if(t===Uo)n.up.set(0,-1,0),n.lookAt(-1,0,0),s.up.set(0,-1,0),s.lookAt(1,0,0),r.up.set(0,0,1),r.lookAt(0,1,0),o.up.set(0,0,-1),o.lookAt(0,-1,0),a.up.set(0,-1,0),a.lookAt(0,0,1),l.up.set(0,-1,0),l.lookAt(0,0,-1);else throw new Error("THREE.CubeCamera.updateCoordinateSystem(): Invalid coordinate system: "+t);for(let c of e)this.add(c),c.updateMatrixWorld()}update(t,e){this.parent===null&&this.updateMatrixWorld();let{renderTarget:n,activeMipmapLevel:s}=this;this.coordinateSystem!==t.coordinateSystem&&(this.coordinateSystem=t.coordinateSystem,this.updateCoordinateSystem());let[r,o,a,l,c,u]=this.children,h=t.getRenderTarget(),d=t.getActiveCubeFace(),f=t.getActiveMipmapLevel(),g=t.xr.enabled;t.xr.enabled=!1;let _=n.texture.generateMipmaps;n.texture.generateMipmaps=!1,t.setRenderTarget(n,0,s),t.render(e,r),t.setRenderTarget(n,1,s),t.render(e,o),t.setRenderTarget(n,2,s),t.render(e,a),t.setRenderTarget(n,3,s),t.render(e,l),t.setRenderTarget(n,4,s),t.render(e,c),n.texture.generateMipmaps=_,t.setRenderTarget(n,5,s),t.render(e,u),t.setRenderTarget(h,d,f),t.xr.enabled=g,n.texture.needsPMREMUpdate=!0}},Ho=class extends qn{constructor(t=[],e=Js,n,s,r,o,a,l,c,u){super(t,e,n,s,r,o,a,l,c,u),this.isCubeTexture=!0,this.flipY=!1}get images(){return this.image}set images(t){this.image=t}},Ml=class extends Li{constructor(t=1,e={}){super(t,t,e),this.isWebGLCubeRenderTarget=!0;let n={width:t,height:t,depth:1},s=[n,n,n,n,n,n];this.texture=new Ho(s),this._setTextureOptions(e),this.texture.isRenderTargetTexture=!0}fromEquirectangularTexture(t,e){this.texture.type=e.type,this.texture.colorSpace=e.colorSpace,this.texture.generateMipmaps=e.generateMipmaps,this.texture.minFilter=e.minFilter,this.texture.magFilter=e.magFilter;let n={uniforms:{tEquirect:{value:null}},vertexShader:`

				varying vec3 vWorldDirection;

				vec3 transformDirection( in vec3 dir, in mat4 matrix ) {

					return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );

				}

				void main() {

					vWorldDirection = transformDirection( position, modelMatrix );

					#include <begin_vertex>
					#include <project_vertex>

				}
			`,fragmentShader:`

				uniform sampler2D tEquirect;

				varying vec3 vWorldDirection;

				#include <common>

				void main() {

					vec3 direction = normalize( vWorldDirection );

					vec2 sampleUV = equirectUv( direction );

					gl_FragColor = texture2D( tEquirect, sampleUV );

				}
			`},s=new In(5,5,5),r=new vi({name:"CubemapFromEquirect",uniforms:tr(n.uniforms),vertexShader:n.vertexShader,fragmentShader:n.fragmentShader,side:Ln,blending:ji});r.uniforms.tEquirect.value=e;let o=new Fe(s,r),a=e.minFilter;return e.minFilter===Es&&(e.minFilter=yi),new vl(1,10,this).update(t,o),e.minFilter=a,o.geometry.dispose(),o.material.dispose(),this}clear(t,e=!0,n=!0,s=!0){let r=t.getRenderTarget();for(let o=0;o<6;o++)t.setRenderTarget(this,o),t.clear(e,n,s);t.setRenderTarget(r)}},Ze=class extends _n{constructor(){super(),this.isGroup=!0,this.type="Group"}},ty={type:"move"},Vr=class{constructor(){this._targetRay=null,this._grip=null,this._hand=null}getHandSpace(){return this._hand===null&&(this._hand=new Ze,this._hand.matrixAutoUpdate=!1,this._hand.visible=!1,this._hand.joints={},this._hand.inputState={pinching:!1}),this._hand}getTargetRaySpace(){return this._targetRay===null&&(this._targetRay=new Ze,this._targetRay.matrixAutoUpdate=!1,this._targetRay.visible=!1,this._targetRay.hasLinearVelocity=!1,this._targetRay.linearVelocity=new N,this._targetRay.hasAngularVelocity=!1,this._targetRay.angularVelocity=new N),this._targetRay}getGripSpace(){return this._grip===null&&(this._grip=new Ze,this._grip.matrixAutoUpdate=!1,this._grip.visible=!1,this._grip.hasLinearVelocity=!1,this._grip.linearVelocity=new N,this._grip.hasAngularVelocity=!1,this._grip.angularVelocity=new N),this._grip}dispatchEvent(t){return this._targetRay!==null&&this._targetRay.dispatchEvent(t),this._grip!==null&&this._grip.dispatchEvent(t),this._hand!==null&&this._hand.dispatchEvent(t),this}connect(t){if(t&&t.hand){let e=this._hand;if(e)for(let n of t.hand.values())this._getHandJoint(e,n)}return this.dispatchEvent({type:"connected",data:t}),this}disconnect(t){return this.dispatchEvent({type:"disconnected",data:t}),this._targetRay!==null&&(this._targetRay.visible=!1),this._grip!==null&&(this._grip.visible=!1),this._hand!==null&&(this._hand.visible=!1),this}update(t,e,n){let s=null,r=null,o=null,a=this._targetRay,l=this._grip,c=this._hand;if(t&&e.session.visibilityState!=="visible-blurred"){if(c&&t.hand){o=!0;for(let _ of t.hand.values()){let m=e.getJointPose(_,n),p=this._getHandJoint(c,_);m!==null&&(p.matrix.fromArray(m.transform.matrix),p.matrix.decompose(p.position,p.rotation,p.scale),p.matrixWorldNeedsUpdate=!0,p.jointRadius=m.radius),p.visible=m!==null}let u=c.joints["index-finger-tip"],h=c.joints["thumb-tip"],d=u.position.distanceTo(h.position),f=.02,g=.005;c.inputState.pinching&&d>f+g?(c.inputState.pinching=!1,this.dispatchEvent({type:"pinchend",handedness:t.handedness,target:this})):!c.inputState.pinching&&d<=f-g&&(c.inputState.pinching=!0,this.dispatchEvent({type:"pinchstart",handedness:t.handedness,target:this}))}else l!==null&&t.gripSpace&&(r=e.getPose(t.gripSpace,n),r!==null&&(l.matrix.fromArray(r.transform.matrix),l.matrix.decompose(l.position,l.rotation,l.scale),l.matrixWorldNeedsUpdate=!0,r.linearVelocity?(l.hasLinearVelocity=!0,l.linearVelocity.copy(r.linearVelocity)):l.hasLinearVelocity=!1,r.angularVelocity?(l.hasAngularVelocity=!0,l.angularVelocity.copy(r.angularVelocity)):l.hasAngularVelocity=!1));a!==null&&(s=e.getPose(t.targetRaySpace,n),s===null&&r!==null&&(s=r),s!==null&&(a.matrix.fromArray(s.transform.matrix),a.matrix.decompose(a.position,a.rotation,a.scale),a.matrixWorldNeedsUpdate=!0,s.linearVelocity?(a.hasLinearVelocity=!0,a.linearVelocity.copy(s.linearVelocity)):a.hasLinearVelocity=!1,s.angularVelocity?(a.hasAngularVelocity=!0,a.angularVelocity.copy(s.angularVelocity)):a.hasAngularVelocity=!1,this.dispatchEvent(ty)))}return a!==null&&(a.visible=s!==null),l!==null&&(l.visible=r!==null),c!==null&&(c.visible=o!==null),this}_getHandJoint(t,e){if(t.joints[e.jointName]===void 0){let n=new Ze;n.matrixAutoUpdate=!1,n.visible=!1,t.joints[e.jointName]=n,t.add(n)}return t.joints[e.jointName]}};var Go=class i{constructor(t,e=1,n=1e3){this.isFog=!0,this.name="",this.color=new ie(t),this.near=e,this.far=n}clone(){return new i(this.color,this.near,this.far)}toJSON(){return{type:"Fog",name:this.name,color:this.color.getHex(),near:this.near,far:this.far}}},Wo=class extends _n{constructor(){super(),this.isScene=!0,this.type="Scene",this.background=null,this.environment=null,this.fog=null,this.backgroundBlurriness=0,this.backgroundIntensity=1,this.backgroundRotation=new ri,this.environmentIntensity=1,this.environmentRotation=new ri,this.overrideMaterial=null,typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}copy(t,e){return super.copy(t,e),t.background!==null&&(this.background=t.background.clone()),t.environment!==null&&(this.environment=t.environment.clone()),t.fog!==null&&(this.fog=t.fog.clone()),this.backgroundBlurriness=t.backgroundBlurriness,this.backgroundIntensity=t.backgroundIntensity,this.backgroundRotation.copy(t.backgroundRotation),this.environmentIntensity=t.environmentIntensity,this.environmentRotation.copy(t.environmentRotation),t.overrideMaterial!==null&&(this.overrideMaterial=t.overrideMaterial.clone()),this.matrixAutoUpdate=t.matrixAutoUpdate,this}toJSON(t){let e=super.toJSON(t);return this.fog!==null&&(e.object.fog=this.fog.toJSON()),this.backgroundBlurriness>0&&(e.object.backgroundBlurriness=this.backgroundBlurriness),this.backgroundIntensity!==1&&(e.object.backgroundIntensity=this.backgroundIntensity),e.object.backgroundRotation=this.backgroundRotation.toArray(),this.environmentIntensity!==1&&(e.object.environmentIntensity=this.environmentIntensity),e.object.environmentRotation=this.environmentRotation.toArray(),e}};var nu=new N,ey=new N,ny=new le,Pn=class{constructor(t=new N(1,0,0),e=0){this.isPlane=!0,this.normal=t,this.constant=e}set(t,e){return this.normal.copy(t),this.constant=e,this}setComponents(t,e,n,s){return this.normal.set(t,e,n),this.constant=s,this}setFromNormalAndCoplanarPoint(t,e){return this.normal.copy(t),this.constant=-e.dot(this.normal),this}setFromCoplanarPoints(t,e,n){let s=nu.subVectors(n,e).cross(ey.subVectors(t,e)).normalize();return this.setFromNormalAndCoplanarPoint(s,t),this}copy(t){return this.normal.copy(t.normal),this.constant=t.constant,this}normalize(){let t=1/this.normal.length();return this.normal.multiplyScalar(t),this.constant*=t,this}negate(){return this.constant*=-1,this.normal.negate(),this}distanceToPoint(t){return this.normal.dot(t)+this.constant}distanceToSphere(t){return this.distanceToPoint(t.center)-t.radius}projectPoint(t,e){return e.copy(t).addScaledVector(this.normal,-this.distanceToPoint(t))}intersectLine(t,e){let n=t.delta(nu),s=this.normal.dot(n);if(s===0)return this.distanceToPoint(t.start)===0?e.copy(t.start):null;let r=-(t.start.dot(this.normal)+this.constant)/s;return r<0||r>1?null:e.copy(t.start).addScaledVector(n,r)}intersectsLine(t){let e=this.distanceToPoint(t.start),n=this.distanceToPoint(t.end);return e<0&&n>0||n<0&&e>0}intersectsBox(t){return t.intersectsPlane(this)}intersectsSphere(t){return t.intersectsPlane(this)}coplanarPoint(t){return t.copy(this.normal).multiplyScalar(-this.constant)}applyMatrix4(t,e){let n=e||ny.getNormalMatrix(t),s=this.coplanarPoint(nu).applyMatrix4(t),r=this.normal.applyMatrix3(n).normalize();return this.constant=-s.dot(r),this}translate(t){return this.constant-=t.dot(this.normal),this}equals(t){return t.normal.equals(this.normal)&&t.constant===this.constant}clone(){return new this.constructor().copy(this)}},zs=new qs,iy=new bt(.5,.5),sl=new N,Hr=class{constructor(t=new Pn,e=new Pn,n=new Pn,s=new Pn,r=new Pn,o=new Pn){this.planes=[t,e,n,s,r,o]}set(t,e,n,s,r,o){let a=this.planes;return a[0].copy(t),a[1].copy(e),a[2].copy(n),a[3].copy(s),a[4].copy(r),a[5].copy(o),this}copy(t){let e=this.planes;for(let n=0;n<6;n++)e[n].copy(t.planes[n]);return this}setFromProjectionMatrix(t,e=_i,n=!1){let s=this.planes,r=t.elements,o=r[0],a=r[1],l=r[2],c=r[3],u=r[4],h=r[5],d=r[6],f=r[7],g=r[8],_=r[9],m=r[10],p=r[11],T=r[12],E=r[13],v=r[14],L=r[15];if(s[0].setComponents(c-o,f-u,p-g,L-T).normalize(),s[1].setComponents(c+o,f+u,p+g,L+T).normalize(),s[2].setComponents(c+a,f+h,p+_,L+E).normalize(),s[3].setComponents(c-a,f-h,p-_,L-E).normalize(),n)s[4].setComponents(l,d,m,v).normalize(),s[5].setComponents(c-l,f-d,p-m,L-v).normalize();else if(s[4].setComponents(c-l,f-d,p-m,L-v).normalize(),e===_i)s[5].setComponents(c+l,f+d,p+m,L+v).normalize();else if(e===Uo)s[5].setComponents(l,d,m,v).normalize();else throw new Error("THREE.Frustum.setFromProjectionMatrix(): Invalid coordinate system: "+e);return this}intersectsObject(t){if(t.boundingSphere!==void 0)t.boundingSphere===null&&t.computeBoundingSphere(),zs.copy(t.boundingSphere).applyMatrix4(t.matrixWorld);else{let e=t.geometry;e.boundingSphere===null&&e.computeBoundingSphere(),zs.copy(e.boundingSphere).applyMatrix4(t.matrixWorld)}return this.intersectsSphere(zs)}intersectsSprite(t){zs.center.set(0,0,0);let e=iy.distanceTo(t.center);return zs.radius=.7071067811865476+e,zs.applyMatrix4(t.matrixWorld),this.intersectsSphere(zs)}intersectsSphere(t){let e=this.planes,n=t.center,s=-t.radius;for(let r=0;r<6;r++)if(e[r].distanceToPoint(n)<s)return!1;return!0}intersectsBox(t){let e=this.planes;for(let n=0;n<6;n++){let s=e[n];if(sl.x=s.normal.x>0?t.max.x:t.min.x,sl.y=s.normal.y>0?t.max.y:t.min.y,sl.z=s.normal.z>0?t.max.z:t.min.z,s.distanceToPoint(sl)<0)return!1}return!0}containsPoint(t){let e=this.planes;for(let n=0;n<6;n++)if(e[n].distanceToPoint(t)<0)return!1;return!0}clone(){return new this.constructor().copy(this)}};var $i=class extends xi{constructor(t){super(),this.isLineBasicMaterial=!0,this.type="LineBasicMaterial",this.color=new ie(16777215),this.map=null,this.linewidth=1,this.linecap="round",this.linejoin="round",this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.color.copy(t.color),this.map=t.map,this.linewidth=t.linewidth,this.linecap=t.linecap,this.linejoin=t.linejoin,this.fog=t.fog,this}},bl=new N,Sl=new N,Yf=new Ge,Ao=new vs,rl=new qs,iu=new N,Zf=new N,Ki=class extends _n{constructor(t=new Je,e=new $i){super(),this.isLine=!0,this.type="Line",this.geometry=t,this.material=e,this.morphTargetDictionary=void 0,this.morphTargetInfluences=void 0,this.updateMorphTargets()}copy(t,e){return super.copy(t,e),this.material=Array.isArray(t.material)?t.material.slice():t.material,this.geometry=t.geometry,this}computeLineDistances(){let t=this.geometry;if(t.index===null){let e=t.attributes.position,n=[0];for(let s=1,r=e.count;s<r;s++)bl.fromBufferAttribute(e,s-1),Sl.fromBufferAttribute(e,s),n[s]=n[s-1],n[s]+=bl.distanceTo(Sl);t.setAttribute("lineDistance",new _e(n,1))}else console.warn("THREE.Line.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}raycast(t,e){let n=this.geometry,s=this.matrixWorld,r=t.params.Line.threshold,o=n.drawRange;if(n.boundingSphere===null&&n.computeBoundingSphere(),rl.copy(n.boundingSphere),rl.applyMatrix4(s),rl.radius+=r,t.ray.intersectsSphere(rl)===!1)return;Yf.copy(s).invert(),Ao.copy(t.ray).applyMatrix4(Yf);let a=r/((this.scale.x+this.scale.y+this.scale.z)/3),l=a*a,c=this.isLineSegments?2:1,u=n.index,d=n.attributes.position;if(u!==null){let f=Math.max(0,o.start),g=Math.min(u.count,o.start+o.count);for(let _=f,m=g-1;_<m;_+=c){let p=u.getX(_),T=u.getX(_+1),E=ol(this,t,Ao,l,p,T,_);E&&e.push(E)}if(this.isLineLoop){let _=u.getX(g-1),m=u.getX(f),p=ol(this,t,Ao,l,_,m,g-1);p&&e.push(p)}}else{let f=Math.max(0,o.start),g=Math.min(d.count,o.start+o.count);for(let _=f,m=g-1;_<m;_+=c){let p=ol(this,t,Ao,l,_,_+1,_);p&&e.push(p)}if(this.isLineLoop){let _=ol(this,t,Ao,l,g-1,f,g-1);_&&e.push(_)}}}updateMorphTargets(){let e=this.geometry.morphAttributes,n=Object.keys(e);if(n.length>0){let s=e[n[0]];if(s!==void 0){this.morphTargetInfluences=[],this.morphTargetDictionary={};for(let r=0,o=s.length;r<o;r++){let a=s[r].name||String(r);this.morphTargetInfluences.push(0),this.morphTargetDictionary[a]=r}}}}};function ol(i,t,e,n,s,r,o){let a=i.geometry.attributes.position;if(bl.fromBufferAttribute(a,s),Sl.fromBufferAttribute(a,r),e.distanceSqToSegment(bl,Sl,iu,Zf)>n)return;iu.applyMatrix4(i.matrixWorld);let c=t.ray.origin.distanceTo(iu);if(!(c<t.near||c>t.far))return{distance:c,point:Zf.clone().applyMatrix4(i.matrixWorld),index:o,face:null,faceIndex:null,barycoord:null,object:i}}var $f=new N,Kf=new N,wl=class extends Ki{constructor(t,e){super(t,e),this.isLineSegments=!0,this.type="LineSegments"}computeLineDistances(){let t=this.geometry;if(t.index===null){let e=t.attributes.position,n=[];for(let s=0,r=e.count;s<r;s+=2)$f.fromBufferAttribute(e,s),Kf.fromBufferAttribute(e,s+1),n[s]=s===0?0:n[s-1],n[s+1]=n[s]+$f.distanceTo(Kf);t.setAttribute("lineDistance",new _e(n,1))}else console.warn("THREE.LineSegments.computeLineDistances(): Computation only possible with non-indexed BufferGeometry.");return this}};var Xo=class extends qn{constructor(t,e,n=Ts,s,r,o,a=ii,l=ii,c,u=Fr,h=1){if(u!==Fr&&u!==Jr)throw new Error("DepthTexture format must be either THREE.DepthFormat or THREE.DepthStencilFormat");let d={width:t,height:e,depth:h};super(d,s,r,o,a,l,u,n,c),this.isDepthTexture=!0,this.flipY=!1,this.generateMipmaps=!1,this.compareFunction=null}copy(t){return super.copy(t),this.source=new kr(Object.assign({},t.image)),this.compareFunction=t.compareFunction,this}toJSON(t){let e=super.toJSON(t);return this.compareFunction!==null&&(e.compareFunction=this.compareFunction),e}},qo=class extends qn{constructor(t=null){super(),this.sourceTexture=t,this.isExternalTexture=!0}copy(t){return super.copy(t),this.sourceTexture=t.sourceTexture,this}},Yo=class i extends Je{constructor(t=1,e=1,n=4,s=8,r=1){super(),this.type="CapsuleGeometry",this.parameters={radius:t,height:e,capSegments:n,radialSegments:s,heightSegments:r},e=Math.max(0,e),n=Math.max(1,Math.floor(n)),s=Math.max(3,Math.floor(s)),r=Math.max(1,Math.floor(r));let o=[],a=[],l=[],c=[],u=e/2,h=Math.PI/2*t,d=e,f=2*h+d,g=n*2+r,_=s+1,m=new N,p=new N;for(let T=0;T<=g;T++){let E=0,v=0,L=0,C=0;if(T<=n){let w=T/n,b=w*Math.PI/2;v=-u-t*Math.cos(b),L=t*Math.sin(b),C=-t*Math.cos(b),E=w*h}else if(T<=n+r){let w=(T-n)/r;v=-u+w*e,L=t,C=0,E=h+w*d}else{let w=(T-n-r)/n,b=w*Math.PI/2;v=u+t*Math.sin(b),L=t*Math.cos(b),C=t*Math.sin(b),E=h+d+w*h}let U=Math.max(0,Math.min(1,E/f)),O=0;T===0?O=.5/s:T===g&&(O=-.5/s);for(let w=0;w<=s;w++){let b=w/s,A=b*Math.PI*2,k=Math.sin(A),V=Math.cos(A);p.x=-L*V,p.y=v,p.z=L*k,a.push(p.x,p.y,p.z),m.set(-L*V,C,L*k),m.normalize(),l.push(m.x,m.y,m.z),c.push(b+O,U)}if(T>0){let w=(T-1)*_;for(let b=0;b<s;b++){let A=w+b,k=w+b+1,V=T*_+b,X=T*_+b+1;o.push(A,k,V),o.push(k,X,V)}}}this.setIndex(o),this.setAttribute("position",new _e(a,3)),this.setAttribute("normal",new _e(l,3)),this.setAttribute("uv",new _e(c,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.radius,t.height,t.capSegments,t.radialSegments,t.heightSegments)}},Zo=class i extends Je{constructor(t=1,e=32,n=0,s=Math.PI*2){super(),this.type="CircleGeometry",this.parameters={radius:t,segments:e,thetaStart:n,thetaLength:s},e=Math.max(3,e);let r=[],o=[],a=[],l=[],c=new N,u=new bt;o.push(0,0,0),a.push(0,0,1),l.push(.5,.5);for(let h=0,d=3;h<=e;h++,d+=3){let f=n+h/e*s;c.x=t*Math.cos(f),c.y=t*Math.sin(f),o.push(c.x,c.y,c.z),a.push(0,0,1),u.x=(o[d]/t+1)/2,u.y=(o[d+1]/t+1)/2,l.push(u.x,u.y)}for(let h=1;h<=e;h++)r.push(h,h+1,0);this.setIndex(r),this.setAttribute("position",new _e(o,3)),this.setAttribute("normal",new _e(a,3)),this.setAttribute("uv",new _e(l,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.radius,t.segments,t.thetaStart,t.thetaLength)}},oi=class i extends Je{constructor(t=1,e=1,n=1,s=32,r=1,o=!1,a=0,l=Math.PI*2){super(),this.type="CylinderGeometry",this.parameters={radiusTop:t,radiusBottom:e,height:n,radialSegments:s,heightSegments:r,openEnded:o,thetaStart:a,thetaLength:l};let c=this;s=Math.floor(s),r=Math.floor(r);let u=[],h=[],d=[],f=[],g=0,_=[],m=n/2,p=0;T(),o===!1&&(t>0&&E(!0),e>0&&E(!1)),this.setIndex(u),this.setAttribute("position",new _e(h,3)),this.setAttribute("normal",new _e(d,3)),this.setAttribute("uv",new _e(f,2));function T(){let v=new N,L=new N,C=0,U=(e-t)/n;for(let O=0;O<=r;O++){let w=[],b=O/r,A=b*(e-t)+t;for(let k=0;k<=s;k++){let V=k/s,X=V*l+a,G=Math.sin(X),q=Math.cos(X);L.x=A*G,L.y=-b*n+m,L.z=A*q,h.push(L.x,L.y,L.z),v.set(G,U,q).normalize(),d.push(v.x,v.y,v.z),f.push(V,1-b),w.push(g++)}_.push(w)}for(let O=0;O<s;O++)for(let w=0;w<r;w++){let b=_[w][O],A=_[w+1][O],k=_[w+1][O+1],V=_[w][O+1];(t>0||w!==0)&&(u.push(b,A,V),C+=3),(e>0||w!==r-1)&&(u.push(A,k,V),C+=3)}c.addGroup(p,C,0),p+=C}function E(v){let L=g,C=new bt,U=new N,O=0,w=v===!0?t:e,b=v===!0?1:-1;for(let k=1;k<=s;k++)h.push(0,m*b,0),d.push(0,b,0),f.push(.5,.5),g++;let A=g;for(let k=0;k<=s;k++){let X=k/s*l+a,G=Math.cos(X),q=Math.sin(X);U.x=w*q,U.y=m*b,U.z=w*G,h.push(U.x,U.y,U.z),d.push(0,b,0),C.x=G*.5+.5,C.y=q*.5*b+.5,f.push(C.x,C.y),g++}for(let k=0;k<s;k++){let V=L+k,X=A+k;v===!0?u.push(X,X+1,V):u.push(X+1,X,V),O+=3}c.addGroup(p,O,v===!0?1:2),p+=O}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.radiusTop,t.radiusBottom,t.height,t.radialSegments,t.heightSegments,t.openEnded,t.thetaStart,t.thetaLength)}},Ji=class i extends oi{constructor(t=1,e=1,n=32,s=1,r=!1,o=0,a=Math.PI*2){super(0,t,e,n,s,r,o,a),this.type="ConeGeometry",this.parameters={radius:t,height:e,radialSegments:n,heightSegments:s,openEnded:r,thetaStart:o,thetaLength:a}}static fromJSON(t){return new i(t.radius,t.height,t.radialSegments,t.heightSegments,t.openEnded,t.thetaStart,t.thetaLength)}};var Yn=class{constructor(){this.type="Curve",this.arcLengthDivisions=200,this.needsUpdate=!1,this.cacheArcLengths=null}getPoint(){console.warn("THREE.Curve: .getPoint() not implemented.")}getPointAt(t,e){let n=this.getUtoTmapping(t);return this.getPoint(n,e)}getPoints(t=5){let e=[];for(let n=0;n<=t;n++)e.push(this.getPoint(n/t));return e}getSpacedPoints(t=5){let e=[];for(let n=0;n<=t;n++)e.push(this.getPointAt(n/t));return e}getLength(){let t=this.getLengths();return t[t.length-1]}getLengths(t=this.arcLengthDivisions){if(this.cacheArcLengths&&this.cacheArcLengths.length===t+1&&!this.needsUpdate)return this.cacheArcLengths;this.needsUpdate=!1;let e=[],n,s=this.getPoint(0),r=0;e.push(0);for(let o=1;o<=t;o++)n=this.getPoint(o/t),r+=n.distanceTo(s),e.push(r),s=n;return this.cacheArcLengths=e,e}updateArcLengths(){this.needsUpdate=!0,this.getLengths()}getUtoTmapping(t,e=null){let n=this.getLengths(),s=0,r=n.length,o;e?o=e:o=t*n[r-1];let a=0,l=r-1,c;for(;a<=l;)if(s=Math.floor(a+(l-a)/2),c=n[s]-o,c<0)a=s+1;else if(c>0)l=s-1;else{l=s;break}if(s=l,n[s]===o)return s/(r-1);let u=n[s],d=n[s+1]-u,f=(o-u)/d;return(s+f)/(r-1)}getTangent(t,e){let s=t-1e-4,r=t+1e-4;s<0&&(s=0),r>1&&(r=1);let o=this.getPoint(s),a=this.getPoint(r),l=e||(o.isVector2?new bt:new N);return l.copy(a).sub(o).normalize(),l}getTangentAt(t,e){let n=this.getUtoTmapping(t);return this.getTangent(n,e)}computeFrenetFrames(t,e=!1){let n=new N,s=[],r=[],o=[],a=new N,l=new Ge;for(let f=0;f<=t;f++){let g=f/t;s[f]=this.getTangentAt(g,new N)}r[0]=new N,o[0]=new N;let c=Number.MAX_VALUE,u=Math.abs(s[0].x),h=Math.abs(s[0].y),d=Math.abs(s[0].z);u<=c&&(c=u,n.set(1,0,0)),h<=c&&(c=h,n.set(0,1,0)),d<=c&&n.set(0,0,1),a.crossVectors(s[0],n).normalize(),r[0].crossVectors(s[0],a),o[0].crossVectors(s[0],r[0]);for(let f=1;f<=t;f++){if(r[f]=r[f-1].clone(),o[f]=o[f-1].clone(),a.crossVectors(s[f-1],s[f]),a.length()>Number.EPSILON){a.normalize();let g=Math.acos(he(s[f-1].dot(s[f]),-1,1));r[f].applyMatrix4(l.makeRotationAxis(a,g))}o[f].crossVectors(s[f],r[f])}if(e===!0){let f=Math.acos(he(r[0].dot(r[t]),-1,1));f/=t,s[0].dot(a.crossVectors(r[0],r[t]))>0&&(f=-f);for(let g=1;g<=t;g++)r[g].applyMatrix4(l.makeRotationAxis(s[g],f*g)),o[g].crossVectors(s[g],r[g])}return{tangents:s,normals:r,binormals:o}}clone(){return new this.constructor().copy(this)}copy(t){return this.arcLengthDivisions=t.arcLengthDivisions,this}toJSON(){let t={metadata:{version:4.7,type:"Curve",generator:"Curve.toJSON"}};return t.arcLengthDivisions=this.arcLengthDivisions,t.type=this.type,t}fromJSON(t){return this.arcLengthDivisions=t.arcLengthDivisions,this}},Gr=class extends Yn{constructor(t=0,e=0,n=1,s=1,r=0,o=Math.PI*2,a=!1,l=0){super(),this.isEllipseCurve=!0,this.type="EllipseCurve",this.aX=t,this.aY=e,this.xRadius=n,this.yRadius=s,this.aStartAngle=r,this.aEndAngle=o,this.aClockwise=a,this.aRotation=l}getPoint(t,e=new bt){let n=e,s=Math.PI*2,r=this.aEndAngle-this.aStartAngle,o=Math.abs(r)<Number.EPSILON;for(;r<0;)r+=s;for(;r>s;)r-=s;r<Number.EPSILON&&(o?r=0:r=s),this.aClockwise===!0&&!o&&(r===s?r=-s:r=r-s);let a=this.aStartAngle+t*r,l=this.aX+this.xRadius*Math.cos(a),c=this.aY+this.yRadius*Math.sin(a);if(this.aRotation!==0){let u=Math.cos(this.aRotation),h=Math.sin(this.aRotation),d=l-this.aX,f=c-this.aY;l=d*u-f*h+this.aX,c=d*h+f*u+this.aY}return n.set(l,c)}copy(t){return super.copy(t),this.aX=t.aX,this.aY=t.aY,this.xRadius=t.xRadius,this.yRadius=t.yRadius,this.aStartAngle=t.aStartAngle,this.aEndAngle=t.aEndAngle,this.aClockwise=t.aClockwise,this.aRotation=t.aRotation,this}toJSON(){let t=super.toJSON();return t.aX=this.aX,t.aY=this.aY,t.xRadius=this.xRadius,t.yRadius=this.yRadius,t.aStartAngle=this.aStartAngle,t.aEndAngle=this.aEndAngle,t.aClockwise=this.aClockwise,t.aRotation=this.aRotation,t}fromJSON(t){return super.fromJSON(t),this.aX=t.aX,this.aY=t.aY,this.xRadius=t.xRadius,this.yRadius=t.yRadius,this.aStartAngle=t.aStartAngle,this.aEndAngle=t.aEndAngle,this.aClockwise=t.aClockwise,this.aRotation=t.aRotation,this}},El=class extends Gr{constructor(t,e,n,s,r,o){super(t,e,n,n,s,r,o),this.isArcCurve=!0,this.type="ArcCurve"}};function Vu(){let i=0,t=0,e=0,n=0;function s(r,o,a,l){i=r,t=a,e=-3*r+3*o-2*a-l,n=2*r-2*o+a+l}return{initCatmullRom:function(r,o,a,l,c){s(o,a,c*(a-r),c*(l-o))},initNonuniformCatmullRom:function(r,o,a,l,c,u,h){let d=(o-r)/c-(a-r)/(c+u)+(a-o)/u,f=(a-o)/u-(l-o)/(u+h)+(l-a)/h;d*=u,f*=u,s(o,a,d,f)},calc:function(r){let o=r*r,a=o*r;return i+t*r+e*o+n*a}}}var al=new N,su=new Vu,ru=new Vu,ou=new Vu,Tl=class extends Yn{constructor(t=[],e=!1,n="centripetal",s=.5){super(),this.isCatmullRomCurve3=!0,this.type="CatmullRomCurve3",this.points=t,this.closed=e,this.curveType=n,this.tension=s}getPoint(t,e=new N){let n=e,s=this.points,r=s.length,o=(r-(this.closed?0:1))*t,a=Math.floor(o),l=o-a;this.closed?a+=a>0?0:(Math.floor(Math.abs(a)/r)+1)*r:l===0&&a===r-1&&(a=r-2,l=1);let c,u;this.closed||a>0?c=s[(a-1)%r]:(al.subVectors(s[0],s[1]).add(s[0]),c=al);let h=s[a%r],d=s[(a+1)%r];if(this.closed||a+2<r?u=s[(a+2)%r]:(al.subVectors(s[r-1],s[r-2]).add(s[r-1]),u=al),this.curveType==="centripetal"||this.curveType==="chordal"){let f=this.curveType==="chordal"?.5:.25,g=Math.pow(c.distanceToSquared(h),f),_=Math.pow(h.distanceToSquared(d),f),m=Math.pow(d.distanceToSquared(u),f);_<1e-4&&(_=1),g<1e-4&&(g=_),m<1e-4&&(m=_),su.initNonuniformCatmullRom(c.x,h.x,d.x,u.x,g,_,m),ru.initNonuniformCatmullRom(c.y,h.y,d.y,u.y,g,_,m),ou.initNonuniformCatmullRom(c.z,h.z,d.z,u.z,g,_,m)}else this.curveType==="catmullrom"&&(su.initCatmullRom(c.x,h.x,d.x,u.x,this.tension),ru.initCatmullRom(c.y,h.y,d.y,u.y,this.tension),ou.initCatmullRom(c.z,h.z,d.z,u.z,this.tension));return n.set(su.calc(l),ru.calc(l),ou.calc(l)),n}copy(t){super.copy(t),this.points=[];for(let e=0,n=t.points.length;e<n;e++){let s=t.points[e];this.points.push(s.clone())}return this.closed=t.closed,this.curveType=t.curveType,this.tension=t.tension,this}toJSON(){let t=super.toJSON();t.points=[];for(let e=0,n=this.points.length;e<n;e++){let s=this.points[e];t.points.push(s.toArray())}return t.closed=this.closed,t.curveType=this.curveType,t.tension=this.tension,t}fromJSON(t){super.fromJSON(t),this.points=[];for(let e=0,n=t.points.length;e<n;e++){let s=t.points[e];this.points.push(new N().fromArray(s))}return this.closed=t.closed,this.curveType=t.curveType,this.tension=t.tension,this}};function Jf(i,t,e,n,s){let r=(n-t)*.5,o=(s-e)*.5,a=i*i,l=i*a;return(2*e-2*n+r+o)*l+(-3*e+3*n-2*r-o)*a+r*i+e}function sy(i,t){let e=1-i;return e*e*t}function ry(i,t){return 2*(1-i)*i*t}function oy(i,t){return i*i*t}function Io(i,t,e,n){return sy(i,t)+ry(i,e)+oy(i,n)}function ay(i,t){let e=1-i;return e*e*e*t}function ly(i,t){let e=1-i;return 3*e*e*i*t}function cy(i,t){return 3*(1-i)*i*i*t}function hy(i,t){return i*i*i*t}function Lo(i,t,e,n,s){return ay(i,t)+ly(i,e)+cy(i,n)+hy(i,s)}var $o=class extends Yn{constructor(t=new bt,e=new bt,n=new bt,s=new bt){super(),this.isCubicBezierCurve=!0,this.type="CubicBezierCurve",this.v0=t,this.v1=e,this.v2=n,this.v3=s}getPoint(t,e=new bt){let n=e,s=this.v0,r=this.v1,o=this.v2,a=this.v3;return n.set(Lo(t,s.x,r.x,o.x,a.x),Lo(t,s.y,r.y,o.y,a.y)),n}copy(t){return super.copy(t),this.v0.copy(t.v0),this.v1.copy(t.v1),this.v2.copy(t.v2),this.v3.copy(t.v3),this}toJSON(){let t=super.toJSON();return t.v0=this.v0.toArray(),t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t.v3=this.v3.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v0.fromArray(t.v0),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this.v3.fromArray(t.v3),this}},Al=class extends Yn{constructor(t=new N,e=new N,n=new N,s=new N){super(),this.isCubicBezierCurve3=!0,this.type="CubicBezierCurve3",this.v0=t,this.v1=e,this.v2=n,this.v3=s}getPoint(t,e=new N){let n=e,s=this.v0,r=this.v1,o=this.v2,a=this.v3;return n.set(Lo(t,s.x,r.x,o.x,a.x),Lo(t,s.y,r.y,o.y,a.y),Lo(t,s.z,r.z,o.z,a.z)),n}copy(t){return super.copy(t),this.v0.copy(t.v0),this.v1.copy(t.v1),this.v2.copy(t.v2),this.v3.copy(t.v3),this}toJSON(){let t=super.toJSON();return t.v0=this.v0.toArray(),t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t.v3=this.v3.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v0.fromArray(t.v0),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this.v3.fromArray(t.v3),this}},Ko=class extends Yn{constructor(t=new bt,e=new bt){super(),this.isLineCurve=!0,this.type="LineCurve",this.v1=t,this.v2=e}getPoint(t,e=new bt){let n=e;return t===1?n.copy(this.v2):(n.copy(this.v2).sub(this.v1),n.multiplyScalar(t).add(this.v1)),n}getPointAt(t,e){return this.getPoint(t,e)}getTangent(t,e=new bt){return e.subVectors(this.v2,this.v1).normalize()}getTangentAt(t,e){return this.getTangent(t,e)}copy(t){return super.copy(t),this.v1.copy(t.v1),this.v2.copy(t.v2),this}toJSON(){let t=super.toJSON();return t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this}},Cl=class extends Yn{constructor(t=new N,e=new N){super(),this.isLineCurve3=!0,this.type="LineCurve3",this.v1=t,this.v2=e}getPoint(t,e=new N){let n=e;return t===1?n.copy(this.v2):(n.copy(this.v2).sub(this.v1),n.multiplyScalar(t).add(this.v1)),n}getPointAt(t,e){return this.getPoint(t,e)}getTangent(t,e=new N){return e.subVectors(this.v2,this.v1).normalize()}getTangentAt(t,e){return this.getTangent(t,e)}copy(t){return super.copy(t),this.v1.copy(t.v1),this.v2.copy(t.v2),this}toJSON(){let t=super.toJSON();return t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this}},Jo=class extends Yn{constructor(t=new bt,e=new bt,n=new bt){super(),this.isQuadraticBezierCurve=!0,this.type="QuadraticBezierCurve",this.v0=t,this.v1=e,this.v2=n}getPoint(t,e=new bt){let n=e,s=this.v0,r=this.v1,o=this.v2;return n.set(Io(t,s.x,r.x,o.x),Io(t,s.y,r.y,o.y)),n}copy(t){return super.copy(t),this.v0.copy(t.v0),this.v1.copy(t.v1),this.v2.copy(t.v2),this}toJSON(){let t=super.toJSON();return t.v0=this.v0.toArray(),t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v0.fromArray(t.v0),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this}},Rl=class extends Yn{constructor(t=new N,e=new N,n=new N){super(),this.isQuadraticBezierCurve3=!0,this.type="QuadraticBezierCurve3",this.v0=t,this.v1=e,this.v2=n}getPoint(t,e=new N){let n=e,s=this.v0,r=this.v1,o=this.v2;return n.set(Io(t,s.x,r.x,o.x),Io(t,s.y,r.y,o.y),Io(t,s.z,r.z,o.z)),n}copy(t){return super.copy(t),this.v0.copy(t.v0),this.v1.copy(t.v1),this.v2.copy(t.v2),this}toJSON(){let t=super.toJSON();return t.v0=this.v0.toArray(),t.v1=this.v1.toArray(),t.v2=this.v2.toArray(),t}fromJSON(t){return super.fromJSON(t),this.v0.fromArray(t.v0),this.v1.fromArray(t.v1),this.v2.fromArray(t.v2),this}},jo=class extends Yn{constructor(t=[]){super(),this.isSplineCurve=!0,this.type="SplineCurve",this.points=t}getPoint(t,e=new bt){let n=e,s=this.points,r=(s.length-1)*t,o=Math.floor(r),a=r-o,l=s[o===0?o:o-1],c=s[o],u=s[o>s.length-2?s.length-1:o+1],h=s[o>s.length-3?s.length-1:o+2];return n.set(Jf(a,l.x,c.x,u.x,h.x),Jf(a,l.y,c.y,u.y,h.y)),n}copy(t){super.copy(t),this.points=[];for(let e=0,n=t.points.length;e<n;e++){let s=t.points[e];this.points.push(s.clone())}return this}toJSON(){let t=super.toJSON();t.points=[];for(let e=0,n=this.points.length;e<n;e++){let s=this.points[e];t.points.push(s.toArray())}return t}fromJSON(t){super.fromJSON(t),this.points=[];for(let e=0,n=t.points.length;e<n;e++){let s=t.points[e];this.points.push(new bt().fromArray(s))}return this}},fu=Object.freeze({__proto__:null,ArcCurve:El,CatmullRomCurve3:Tl,CubicBezierCurve:$o,CubicBezierCurve3:Al,EllipseCurve:Gr,LineCurve:Ko,LineCurve3:Cl,QuadraticBezierCurve:Jo,QuadraticBezierCurve3:Rl,SplineCurve:jo}),Pl=class extends Yn{constructor(){super(),this.type="CurvePath",this.curves=[],this.autoClose=!1}add(t){this.curves.push(t)}closePath(){let t=this.curves[0].getPoint(0),e=this.curves[this.curves.length-1].getPoint(1);if(!t.equals(e)){let n=t.isVector2===!0?"LineCurve":"LineCurve3";this.curves.push(new fu[n](e,t))}return this}getPoint(t,e){let n=t*this.getLength(),s=this.getCurveLengths(),r=0;for(;r<s.length;){if(s[r]>=n){let o=s[r]-n,a=this.curves[r],l=a.getLength(),c=l===0?0:1-o/l;return a.getPointAt(c,e)}r++}return null}getLength(){let t=this.getCurveLengths();return t[t.length-1]}updateArcLengths(){this.needsUpdate=!0,this.cacheLengths=null,this.getCurveLengths()}getCurveLengths(){if(this.cacheLengths&&this.cacheLengths.length===this.curves.length)return this.cacheLengths;let t=[],e=0;for(let n=0,s=this.curves.length;n<s;n++)e+=this.curves[n].getLength(),t.push(e);return this.cacheLengths=t,t}getSpacedPoints(t=40){let e=[];for(let n=0;n<=t;n++)e.push(this.getPoint(n/t));return this.autoClose&&e.push(e[0]),e}getPoints(t=12){let e=[],n;for(let s=0,r=this.curves;s<r.length;s++){let o=r[s],a=o.isEllipseCurve?t*2:o.isLineCurve||o.isLineCurve3?1:o.isSplineCurve?t*o.points.length:t,l=o.getPoints(a);for(let c=0;c<l.length;c++){let u=l[c];n&&n.equals(u)||(e.push(u),n=u)}}return this.autoClose&&e.length>1&&!e[e.length-1].equals(e[0])&&e.push(e[0]),e}copy(t){super.copy(t),this.curves=[];for(let e=0,n=t.curves.length;e<n;e++){let s=t.curves[e];this.curves.push(s.clone())}return this.autoClose=t.autoClose,this}toJSON(){let t=super.toJSON();t.autoClose=this.autoClose,t.curves=[];for(let e=0,n=this.curves.length;e<n;e++){let s=this.curves[e];t.curves.push(s.toJSON())}return t}fromJSON(t){super.fromJSON(t),this.autoClose=t.autoClose,this.curves=[];for(let e=0,n=t.curves.length;e<n;e++){let s=t.curves[e];this.curves.push(new fu[s.type]().fromJSON(s))}return this}},Qo=class extends Pl{constructor(t){super(),this.type="Path",this.currentPoint=new bt,t&&this.setFromPoints(t)}setFromPoints(t){this.moveTo(t[0].x,t[0].y);for(let e=1,n=t.length;e<n;e++)this.lineTo(t[e].x,t[e].y);return this}moveTo(t,e){return this.currentPoint.set(t,e),this}lineTo(t,e){let n=new Ko(this.currentPoint.clone(),new bt(t,e));return this.curves.push(n),this.currentPoint.set(t,e),this}quadraticCurveTo(t,e,n,s){let r=new Jo(this.currentPoint.clone(),new bt(t,e),new bt(n,s));return this.curves.push(r),this.currentPoint.set(n,s),this}bezierCurveTo(t,e,n,s,r,o){let a=new $o(this.currentPoint.clone(),new bt(t,e),new bt(n,s),new bt(r,o));return this.curves.push(a),this.currentPoint.set(r,o),this}splineThru(t){let e=[this.currentPoint.clone()].concat(t),n=new jo(e);return this.curves.push(n),this.currentPoint.copy(t[t.length-1]),this}arc(t,e,n,s,r,o){let a=this.currentPoint.x,l=this.currentPoint.y;return this.absarc(t+a,e+l,n,s,r,o),this}absarc(t,e,n,s,r,o){return this.absellipse(t,e,n,n,s,r,o),this}ellipse(t,e,n,s,r,o,a,l){let c=this.currentPoint.x,u=this.currentPoint.y;return this.absellipse(t+c,e+u,n,s,r,o,a,l),this}absellipse(t,e,n,s,r,o,a,l){let c=new Gr(t,e,n,s,r,o,a,l);if(this.curves.length>0){let h=c.getPoint(0);h.equals(this.currentPoint)||this.lineTo(h.x,h.y)}this.curves.push(c);let u=c.getPoint(1);return this.currentPoint.copy(u),this}copy(t){return super.copy(t),this.currentPoint.copy(t.currentPoint),this}toJSON(){let t=super.toJSON();return t.currentPoint=this.currentPoint.toArray(),t}fromJSON(t){return super.fromJSON(t),this.currentPoint.fromArray(t.currentPoint),this}},Wr=class extends Qo{constructor(t){super(t),this.uuid=Qs(),this.type="Shape",this.holes=[]}getPointsHoles(t){let e=[];for(let n=0,s=this.holes.length;n<s;n++)e[n]=this.holes[n].getPoints(t);return e}extractPoints(t){return{shape:this.getPoints(t),holes:this.getPointsHoles(t)}}copy(t){super.copy(t),this.holes=[];for(let e=0,n=t.holes.length;e<n;e++){let s=t.holes[e];this.holes.push(s.clone())}return this}toJSON(){let t=super.toJSON();t.uuid=this.uuid,t.holes=[];for(let e=0,n=this.holes.length;e<n;e++){let s=this.holes[e];t.holes.push(s.toJSON())}return t}fromJSON(t){super.fromJSON(t),this.uuid=t.uuid,this.holes=[];for(let e=0,n=t.holes.length;e<n;e++){let s=t.holes[e];this.holes.push(new Qo().fromJSON(s))}return this}};function uy(i,t,e=2){let n=t&&t.length,s=n?t[0]*e:i.length,r=$p(i,0,s,e,!0),o=[];if(!r||r.next===r.prev)return o;let a,l,c;if(n&&(r=gy(i,t,r,e)),i.length>80*e){a=1/0,l=1/0;let u=-1/0,h=-1/0;for(let d=e;d<s;d+=e){let f=i[d],g=i[d+1];f<a&&(a=f),g<l&&(l=g),f>u&&(u=f),g>h&&(h=g)}c=Math.max(u-a,h-l),c=c!==0?32767/c:0}return ta(r,o,e,a,l,c,0),o}function $p(i,t,e,n,s){let r;if(s===Ay(i,t,e,n)>0)for(let o=t;o<e;o+=n)r=jf(o/n|0,i[o],i[o+1],r);else for(let o=e-n;o>=t;o-=n)r=jf(o/n|0,i[o],i[o+1],r);return r&&Xr(r,r.next)&&(na(r),r=r.next),r}function Ys(i,t){if(!i)return i;t||(t=i);let e=i,n;do if(n=!1,!e.steiner&&(Xr(e,e.next)||We(e.prev,e,e.next)===0)){if(na(e),e=t=e.prev,e===e.next)break;n=!0}else e=e.next;while(n||e!==t);return t}function ta(i,t,e,n,s,r,o){if(!i)return;!o&&r&&My(i,n,s,r);let a=i;for(;i.prev!==i.next;){let l=i.prev,c=i.next;if(r?fy(i,n,s,r):dy(i)){t.push(l.i,i.i,c.i),na(i),i=c.next,a=c.next;continue}if(i=c,i===a){o?o===1?(i=py(Ys(i),t),ta(i,t,e,n,s,r,2)):o===2&&my(i,t,e,n,s,r):ta(Ys(i),t,e,n,s,r,1);break}}}function dy(i){let t=i.prev,e=i,n=i.next;if(We(t,e,n)>=0)return!1;let s=t.x,r=e.x,o=n.x,a=t.y,l=e.y,c=n.y,u=Math.min(s,r,o),h=Math.min(a,l,c),d=Math.max(s,r,o),f=Math.max(a,l,c),g=n.next;for(;g!==t;){if(g.x>=u&&g.x<=d&&g.y>=h&&g.y<=f&&Co(s,a,r,l,o,c,g.x,g.y)&&We(g.prev,g,g.next)>=0)return!1;g=g.next}return!0}function fy(i,t,e,n){let s=i.prev,r=i,o=i.next;if(We(s,r,o)>=0)return!1;let a=s.x,l=r.x,c=o.x,u=s.y,h=r.y,d=o.y,f=Math.min(a,l,c),g=Math.min(u,h,d),_=Math.max(a,l,c),m=Math.max(u,h,d),p=pu(f,g,t,e,n),T=pu(_,m,t,e,n),E=i.prevZ,v=i.nextZ;for(;E&&E.z>=p&&v&&v.z<=T;){if(E.x>=f&&E.x<=_&&E.y>=g&&E.y<=m&&E!==s&&E!==o&&Co(a,u,l,h,c,d,E.x,E.y)&&We(E.prev,E,E.next)>=0||(E=E.prevZ,v.x>=f&&v.x<=_&&v.y>=g&&v.y<=m&&v!==s&&v!==o&&Co(a,u,l,h,c,d,v.x,v.y)&&We(v.prev,v,v.next)>=0))return!1;v=v.nextZ}for(;E&&E.z>=p;){if(E.x>=f&&E.x<=_&&E.y>=g&&E.y<=m&&E!==s&&E!==o&&Co(a,u,l,h,c,d,E.x,E.y)&&We(E.prev,E,E.next)>=0)return!1;E=E.prevZ}for(;v&&v.z<=T;){if(v.x>=f&&v.x<=_&&v.y>=g&&v.y<=m&&v!==s&&v!==o&&Co(a,u,l,h,c,d,v.x,v.y)&&We(v.prev,v,v.next)>=0)return!1;v=v.nextZ}return!0}function py(i,t){let e=i;do{let n=e.prev,s=e.next.next;!Xr(n,s)&&Jp(n,e,e.next,s)&&ea(n,s)&&ea(s,n)&&(t.push(n.i,e.i,s.i),na(e),na(e.next),e=i=s),e=e.next}while(e!==i);return Ys(e)}function my(i,t,e,n,s,r){let o=i;do{let a=o.next.next;for(;a!==o.prev;){if(o.i!==a.i&&wy(o,a)){let l=jp(o,a);o=Ys(o,o.next),l=Ys(l,l.next),ta(o,t,e,n,s,r,0),ta(l,t,e,n,s,r,0);return}a=a.next}o=o.next}while(o!==i)}function gy(i,t,e,n){let s=[];for(let r=0,o=t.length;r<o;r++){let a=t[r]*n,l=r<o-1?t[r+1]*n:i.length,c=$p(i,a,l,n,!1);c===c.next&&(c.steiner=!0),s.push(Sy(c))}s.sort(_y);for(let r=0;r<s.length;r++)e=yy(s[r],e);return e}function _y(i,t){let e=i.x-t.x;if(e===0&&(e=i.y-t.y,e===0)){let n=(i.next.y-i.y)/(i.next.x-i.x),s=(t.next.y-t.y)/(t.next.x-t.x);e=n-s}return e}function yy(i,t){let e=xy(i,t);if(!e)return t;let n=jp(e,i);return Ys(n,n.next),Ys(e,e.next)}function xy(i,t){let e=t,n=i.x,s=i.y,r=-1/0,o;if(Xr(i,e))return e;do{if(Xr(i,e.next))return e.next;if(s<=e.y&&s>=e.next.y&&e.next.y!==e.y){let h=e.x+(s-e.y)*(e.next.x-e.x)/(e.next.y-e.y);if(h<=n&&h>r&&(r=h,o=e.x<e.next.x?e:e.next,h===n))return o}e=e.next}while(e!==t);if(!o)return null;let a=o,l=o.x,c=o.y,u=1/0;e=o;do{if(n>=e.x&&e.x>=l&&n!==e.x&&Kp(s<c?n:r,s,l,c,s<c?r:n,s,e.x,e.y)){let h=Math.abs(s-e.y)/(n-e.x);ea(e,i)&&(h<u||h===u&&(e.x>o.x||e.x===o.x&&vy(o,e)))&&(o=e,u=h)}e=e.next}while(e!==a);return o}function vy(i,t){return We(i.prev,i,t.prev)<0&&We(t.next,i,i.next)<0}function My(i,t,e,n){let s=i;do s.z===0&&(s.z=pu(s.x,s.y,t,e,n)),s.prevZ=s.prev,s.nextZ=s.next,s=s.next;while(s!==i);s.prevZ.nextZ=null,s.prevZ=null,by(s)}function by(i){let t,e=1;do{let n=i,s;i=null;let r=null;for(t=0;n;){t++;let o=n,a=0;for(let c=0;c<e&&(a++,o=o.nextZ,!!o);c++);let l=e;for(;a>0||l>0&&o;)a!==0&&(l===0||!o||n.z<=o.z)?(s=n,n=n.nextZ,a--):(s=o,o=o.nextZ,l--),r?r.nextZ=s:i=s,s.prevZ=r,r=s;n=o}r.nextZ=null,e*=2}while(t>1);return i}function pu(i,t,e,n,s){return i=(i-e)*s|0,t=(t-n)*s|0,i=(i|i<<8)&16711935,i=(i|i<<4)&252645135,i=(i|i<<2)&858993459,i=(i|i<<1)&1431655765,t=(t|t<<8)&16711935,t=(t|t<<4)&252645135,t=(t|t<<2)&858993459,t=(t|t<<1)&1431655765,i|t<<1}function Sy(i){let t=i,e=i;do(t.x<e.x||t.x===e.x&&t.y<e.y)&&(e=t),t=t.next;while(t!==i);return e}function Kp(i,t,e,n,s,r,o,a){return(s-o)*(t-a)>=(i-o)*(r-a)&&(i-o)*(n-a)>=(e-o)*(t-a)&&(e-o)*(r-a)>=(s-o)*(n-a)}function Co(i,t,e,n,s,r,o,a){return!(i===o&&t===a)&&Kp(i,t,e,n,s,r,o,a)}function wy(i,t){return i.next.i!==t.i&&i.prev.i!==t.i&&!Ey(i,t)&&(ea(i,t)&&ea(t,i)&&Ty(i,t)&&(We(i.prev,i,t.prev)||We(i,t.prev,t))||Xr(i,t)&&We(i.prev,i,i.next)>0&&We(t.prev,t,t.next)>0)}function We(i,t,e){return(t.y-i.y)*(e.x-t.x)-(t.x-i.x)*(e.y-t.y)}function Xr(i,t){return i.x===t.x&&i.y===t.y}function Jp(i,t,e,n){let s=cl(We(i,t,e)),r=cl(We(i,t,n)),o=cl(We(e,n,i)),a=cl(We(e,n,t));return!!(s!==r&&o!==a||s===0&&ll(i,e,t)||r===0&&ll(i,n,t)||o===0&&ll(e,i,n)||a===0&&ll(e,t,n))}function ll(i,t,e){return t.x<=Math.max(i.x,e.x)&&t.x>=Math.min(i.x,e.x)&&t.y<=Math.max(i.y,e.y)&&t.y>=Math.min(i.y,e.y)}function cl(i){return i>0?1:i<0?-1:0}function Ey(i,t){let e=i;do{if(e.i!==i.i&&e.next.i!==i.i&&e.i!==t.i&&e.next.i!==t.i&&Jp(e,e.next,i,t))return!0;e=e.next}while(e!==i);return!1}function ea(i,t){return We(i.prev,i,i.next)<0?We(i,t,i.next)>=0&&We(i,i.prev,t)>=0:We(i,t,i.prev)<0||We(i,i.next,t)<0}function Ty(i,t){let e=i,n=!1,s=(i.x+t.x)/2,r=(i.y+t.y)/2;do e.y>r!=e.next.y>r&&e.next.y!==e.y&&s<(e.next.x-e.x)*(r-e.y)/(e.next.y-e.y)+e.x&&(n=!n),e=e.next;while(e!==i);return n}function jp(i,t){let e=mu(i.i,i.x,i.y),n=mu(t.i,t.x,t.y),s=i.next,r=t.prev;return i.next=t,t.prev=i,e.next=s,s.prev=e,n.next=e,e.prev=n,r.next=n,n.prev=r,n}function jf(i,t,e,n){let s=mu(i,t,e);return n?(s.next=n.next,s.prev=n,n.next.prev=s,n.next=s):(s.prev=s,s.next=s),s}function na(i){i.next.prev=i.prev,i.prev.next=i.next,i.prevZ&&(i.prevZ.nextZ=i.nextZ),i.nextZ&&(i.nextZ.prevZ=i.prevZ)}function mu(i,t,e){return{i,x:t,y:e,prev:null,next:null,z:0,prevZ:null,nextZ:null,steiner:!1}}function Ay(i,t,e,n){let s=0;for(let r=t,o=e-n;r<e;r+=n)s+=(i[o]-i[r])*(i[r+1]+i[o+1]),o=r;return s}var gu=class{static triangulate(t,e,n=2){return uy(t,e,n)}},Hs=class i{static area(t){let e=t.length,n=0;for(let s=e-1,r=0;r<e;s=r++)n+=t[s].x*t[r].y-t[r].x*t[s].y;return n*.5}static isClockWise(t){return i.area(t)<0}static triangulateShape(t,e){let n=[],s=[],r=[];Qf(t),tp(n,t);let o=t.length;e.forEach(Qf);for(let l=0;l<e.length;l++)s.push(o),o+=e[l].length,tp(n,e[l]);let a=gu.triangulate(n,s);for(let l=0;l<a.length;l+=3)r.push(a.slice(l,l+3));return r}};function Qf(i){let t=i.length;t>2&&i[t-1].equals(i[0])&&i.pop()}function tp(i,t){for(let e=0;e<t.length;e++)i.push(t[e].x),i.push(t[e].y)}var ia=class i extends Je{constructor(t=new Wr([new bt(.5,.5),new bt(-.5,.5),new bt(-.5,-.5),new bt(.5,-.5)]),e={}){super(),this.type="ExtrudeGeometry",this.parameters={shapes:t,options:e},t=Array.isArray(t)?t:[t];let n=this,s=[],r=[];for(let a=0,l=t.length;a<l;a++){let c=t[a];o(c)}this.setAttribute("position",new _e(s,3)),this.setAttribute("uv",new _e(r,2)),this.computeVertexNormals();function o(a){let l=[],c=e.curveSegments!==void 0?e.curveSegments:12,u=e.steps!==void 0?e.steps:1,h=e.depth!==void 0?e.depth:1,d=e.bevelEnabled!==void 0?e.bevelEnabled:!0,f=e.bevelThickness!==void 0?e.bevelThickness:.2,g=e.bevelSize!==void 0?e.bevelSize:f-.1,_=e.bevelOffset!==void 0?e.bevelOffset:0,m=e.bevelSegments!==void 0?e.bevelSegments:3,p=e.extrudePath,T=e.UVGenerator!==void 0?e.UVGenerator:Cy,E,v=!1,L,C,U,O;p&&(E=p.getSpacedPoints(u),v=!0,d=!1,L=p.computeFrenetFrames(u,!1),C=new N,U=new N,O=new N),d||(m=0,f=0,g=0,_=0);let w=a.extractPoints(c),b=w.shape,A=w.holes;if(!Hs.isClockWise(b)){b=b.reverse();for(let lt=0,ot=A.length;lt<ot;lt++){let it=A[lt];Hs.isClockWise(it)&&(A[lt]=it.reverse())}}function V(lt){let it=10000000000000001e-36,st=lt[0];for(let Et=1;Et<=lt.length;Et++){let dt=Et%lt.length,pt=lt[dt],jt=pt.x-st.x,Zt=pt.y-st.y,R=jt*jt+Zt*Zt,x=Math.max(Math.abs(pt.x),Math.abs(pt.y),Math.abs(st.x),Math.abs(st.y)),F=it*x*x;if(R<=F){lt.splice(dt,1),Et--;continue}st=pt}}V(b),A.forEach(V);let X=A.length,G=b;for(let lt=0;lt<X;lt++){let ot=A[lt];b=b.concat(ot)}function q(lt,ot,it){return ot||console.error("THREE.ExtrudeGeometry: vec does not exist"),lt.clone().addScaledVector(ot,it)}let $=b.length;function j(lt,ot,it){let st,Et,dt,pt=lt.x-ot.x,jt=lt.y-ot.y,Zt=it.x-lt.x,R=it.y-lt.y,x=pt*pt+jt*jt,F=pt*R-jt*Zt;if(Math.abs(F)>Number.EPSILON){let Y=Math.sqrt(x),nt=Math.sqrt(Zt*Zt+R*R),tt=ot.x-jt/Y,Bt=ot.y+pt/Y,mt=it.x-R/nt,Ot=it.y+Zt/nt,Lt=((mt-tt)*R-(Ot-Bt)*Zt)/(pt*R-jt*Zt);st=tt+pt*Lt-lt.x,Et=Bt+jt*Lt-lt.y;let ht=st*st+Et*Et;if(ht<=2)return new bt(st,Et);dt=Math.sqrt(ht/2)}else{let Y=!1;pt>Number.EPSILON?Zt>Number.EPSILON&&(Y=!0):pt<-Number.EPSILON?Zt<-Number.EPSILON&&(Y=!0):Math.sign(jt)===Math.sign(R)&&(Y=!0),Y?(st=-jt,Et=pt,dt=Math.sqrt(x)):(st=pt,Et=jt,dt=Math.sqrt(x/2))}return new bt(st/dt,Et/dt)}let ct=[];for(let lt=0,ot=G.length,it=ot-1,st=lt+1;lt<ot;lt++,it++,st++)it===ot&&(it=0),st===ot&&(st=0),ct[lt]=j(G[lt],G[it],G[st]);let ut=[],xt,At=ct.concat();for(let lt=0,ot=X;lt<ot;lt++){let it=A[lt];xt=[];for(let st=0,Et=it.length,dt=Et-1,pt=st+1;st<Et;st++,dt++,pt++)dt===Et&&(dt=0),pt===Et&&(pt=0),xt[st]=j(it[st],it[dt],it[pt]);ut.push(xt),At=At.concat(xt)}let vt;if(m===0)vt=Hs.triangulateShape(G,A);else{let lt=[],ot=[];for(let it=0;it<m;it++){let st=it/m,Et=f*Math.cos(st*Math.PI/2),dt=g*Math.sin(st*Math.PI/2)+_;for(let pt=0,jt=G.length;pt<jt;pt++){let Zt=q(G[pt],ct[pt],dt);Ft(Zt.x,Zt.y,-Et),st===0&&lt.push(Zt)}for(let pt=0,jt=X;pt<jt;pt++){let Zt=A[pt];xt=ut[pt];let R=[];for(let x=0,F=Zt.length;x<F;x++){let Y=q(Zt[x],xt[x],dt);Ft(Y.x,Y.y,-Et),st===0&&R.push(Y)}st===0&&ot.push(R)}}vt=Hs.triangulateShape(lt,ot)}let Qt=vt.length,te=g+_;for(let lt=0;lt<$;lt++){let ot=d?q(b[lt],At[lt],te):b[lt];v?(U.copy(L.normals[0]).multiplyScalar(ot.x),C.copy(L.binormals[0]).multiplyScalar(ot.y),O.copy(E[0]).add(U).add(C),Ft(O.x,O.y,O.z)):Ft(ot.x,ot.y,0)}for(let lt=1;lt<=u;lt++)for(let ot=0;ot<$;ot++){let it=d?q(b[ot],At[ot],te):b[ot];v?(U.copy(L.normals[lt]).multiplyScalar(it.x),C.copy(L.binormals[lt]).multiplyScalar(it.y),O.copy(E[lt]).add(U).add(C),Ft(O.x,O.y,O.z)):Ft(it.x,it.y,h/u*lt)}for(let lt=m-1;lt>=0;lt--){let ot=lt/m,it=f*Math.cos(ot*Math.PI/2),st=g*Math.sin(ot*Math.PI/2)+_;for(let Et=0,dt=G.length;Et<dt;Et++){let pt=q(G[Et],ct[Et],st);Ft(pt.x,pt.y,h+it)}for(let Et=0,dt=A.length;Et<dt;Et++){let pt=A[Et];xt=ut[Et];for(let jt=0,Zt=pt.length;jt<Zt;jt++){let R=q(pt[jt],xt[jt],st);v?Ft(R.x,R.y+E[u-1].y,E[u-1].x+it):Ft(R.x,R.y,h+it)}}}Q(),et();function Q(){let lt=s.length/3;if(d){let ot=0,it=$*ot;for(let st=0;st<Qt;st++){let Et=vt[st];Tt(Et[2]+it,Et[1]+it,Et[0]+it)}ot=u+m*2,it=$*ot;for(let st=0;st<Qt;st++){let Et=vt[st];Tt(Et[0]+it,Et[1]+it,Et[2]+it)}}else{for(let ot=0;ot<Qt;ot++){let it=vt[ot];Tt(it[2],it[1],it[0])}for(let ot=0;ot<Qt;ot++){let it=vt[ot];Tt(it[0]+$*u,it[1]+$*u,it[2]+$*u)}}n.addGroup(lt,s.length/3-lt,0)}function et(){let lt=s.length/3,ot=0;Rt(G,ot),ot+=G.length;for(let it=0,st=A.length;it<st;it++){let Et=A[it];Rt(Et,ot),ot+=Et.length}n.addGroup(lt,s.length/3-lt,1)}function Rt(lt,ot){let it=lt.length;for(;--it>=0;){let st=it,Et=it-1;Et<0&&(Et=lt.length-1);for(let dt=0,pt=u+m*2;dt<pt;dt++){let jt=$*dt,Zt=$*(dt+1),R=ot+st+jt,x=ot+Et+jt,F=ot+Et+Zt,Y=ot+st+Zt;se(R,x,F,Y)}}}function Ft(lt,ot,it){l.push(lt),l.push(ot),l.push(it)}function Tt(lt,ot,it){fe(lt),fe(ot),fe(it);let st=s.length/3,Et=T.generateTopUV(n,s,st-3,st-2,st-1);D(Et[0]),D(Et[1]),D(Et[2])}function se(lt,ot,it,st){fe(lt),fe(ot),fe(st),fe(ot),fe(it),fe(st);let Et=s.length/3,dt=T.generateSideWallUV(n,s,Et-6,Et-3,Et-2,Et-1);D(dt[0]),D(dt[1]),D(dt[3]),D(dt[1]),D(dt[2]),D(dt[3])}function fe(lt){s.push(l[lt*3+0]),s.push(l[lt*3+1]),s.push(l[lt*3+2])}function D(lt){r.push(lt.x),r.push(lt.y)}}}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}toJSON(){let t=super.toJSON(),e=this.parameters.shapes,n=this.parameters.options;return Ry(e,n,t)}static fromJSON(t,e){let n=[];for(let r=0,o=t.shapes.length;r<o;r++){let a=e[t.shapes[r]];n.push(a)}let s=t.options.extrudePath;return s!==void 0&&(t.options.extrudePath=new fu[s.type]().fromJSON(s)),new i(n,t.options)}},Cy={generateTopUV:function(i,t,e,n,s){let r=t[e*3],o=t[e*3+1],a=t[n*3],l=t[n*3+1],c=t[s*3],u=t[s*3+1];return[new bt(r,o),new bt(a,l),new bt(c,u)]},generateSideWallUV:function(i,t,e,n,s,r){let o=t[e*3],a=t[e*3+1],l=t[e*3+2],c=t[n*3],u=t[n*3+1],h=t[n*3+2],d=t[s*3],f=t[s*3+1],g=t[s*3+2],_=t[r*3],m=t[r*3+1],p=t[r*3+2];return Math.abs(a-u)<Math.abs(o-c)?[new bt(o,1-l),new bt(c,1-h),new bt(d,1-g),new bt(_,1-p)]:[new bt(a,1-l),new bt(u,1-h),new bt(f,1-g),new bt(m,1-p)]}};function Ry(i,t,e){if(e.shapes=[],Array.isArray(i))for(let n=0,s=i.length;n<s;n++){let r=i[n];e.shapes.push(r.uuid)}else e.shapes.push(i.uuid);return e.options=Object.assign({},t),t.extrudePath!==void 0&&(e.options.extrudePath=t.extrudePath.toJSON()),e}var sa=class i extends Je{constructor(t=1,e=1,n=1,s=1){super(),this.type="PlaneGeometry",this.parameters={width:t,height:e,widthSegments:n,heightSegments:s};let r=t/2,o=e/2,a=Math.floor(n),l=Math.floor(s),c=a+1,u=l+1,h=t/a,d=e/l,f=[],g=[],_=[],m=[];for(let p=0;p<u;p++){let T=p*d-o;for(let E=0;E<c;E++){let v=E*h-r;g.push(v,-T,0),_.push(0,0,1),m.push(E/a),m.push(1-p/l)}}for(let p=0;p<l;p++)for(let T=0;T<a;T++){let E=T+c*p,v=T+c*(p+1),L=T+1+c*(p+1),C=T+1+c*p;f.push(E,v,C),f.push(v,L,C)}this.setIndex(f),this.setAttribute("position",new _e(g,3)),this.setAttribute("normal",new _e(_,3)),this.setAttribute("uv",new _e(m,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.width,t.height,t.widthSegments,t.heightSegments)}};var On=class i extends Je{constructor(t=1,e=32,n=16,s=0,r=Math.PI*2,o=0,a=Math.PI){super(),this.type="SphereGeometry",this.parameters={radius:t,widthSegments:e,heightSegments:n,phiStart:s,phiLength:r,thetaStart:o,thetaLength:a},e=Math.max(3,Math.floor(e)),n=Math.max(2,Math.floor(n));let l=Math.min(o+a,Math.PI),c=0,u=[],h=new N,d=new N,f=[],g=[],_=[],m=[];for(let p=0;p<=n;p++){let T=[],E=p/n,v=0;p===0&&o===0?v=.5/e:p===n&&l===Math.PI&&(v=-.5/e);for(let L=0;L<=e;L++){let C=L/e;h.x=-t*Math.cos(s+C*r)*Math.sin(o+E*a),h.y=t*Math.cos(o+E*a),h.z=t*Math.sin(s+C*r)*Math.sin(o+E*a),g.push(h.x,h.y,h.z),d.copy(h).normalize(),_.push(d.x,d.y,d.z),m.push(C+v,1-E),T.push(c++)}u.push(T)}for(let p=0;p<n;p++)for(let T=0;T<e;T++){let E=u[p][T+1],v=u[p][T],L=u[p+1][T],C=u[p+1][T+1];(p!==0||o>0)&&f.push(E,v,C),(p!==n-1||l<Math.PI)&&f.push(v,L,C)}this.setIndex(f),this.setAttribute("position",new _e(g,3)),this.setAttribute("normal",new _e(_,3)),this.setAttribute("uv",new _e(m,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.radius,t.widthSegments,t.heightSegments,t.phiStart,t.phiLength,t.thetaStart,t.thetaLength)}};var Zs=class i extends Je{constructor(t=1,e=.4,n=12,s=48,r=Math.PI*2){super(),this.type="TorusGeometry",this.parameters={radius:t,tube:e,radialSegments:n,tubularSegments:s,arc:r},n=Math.floor(n),s=Math.floor(s);let o=[],a=[],l=[],c=[],u=new N,h=new N,d=new N;for(let f=0;f<=n;f++)for(let g=0;g<=s;g++){let _=g/s*r,m=f/n*Math.PI*2;h.x=(t+e*Math.cos(m))*Math.cos(_),h.y=(t+e*Math.cos(m))*Math.sin(_),h.z=e*Math.sin(m),a.push(h.x,h.y,h.z),u.x=t*Math.cos(_),u.y=t*Math.sin(_),d.subVectors(h,u).normalize(),l.push(d.x,d.y,d.z),c.push(g/s),c.push(f/n)}for(let f=1;f<=n;f++)for(let g=1;g<=s;g++){let _=(s+1)*f+g-1,m=(s+1)*(f-1)+g-1,p=(s+1)*(f-1)+g,T=(s+1)*f+g;o.push(_,m,T),o.push(m,p,T)}this.setIndex(o),this.setAttribute("position",new _e(a,3)),this.setAttribute("normal",new _e(l,3)),this.setAttribute("uv",new _e(c,2))}copy(t){return super.copy(t),this.parameters=Object.assign({},t.parameters),this}static fromJSON(t){return new i(t.radius,t.tube,t.radialSegments,t.tubularSegments,t.arc)}};var ra=class extends xi{constructor(t){super(),this.isShadowMaterial=!0,this.type="ShadowMaterial",this.color=new ie(0),this.transparent=!0,this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.color.copy(t.color),this.fog=t.fog,this}};var oa=class extends xi{constructor(t){super(),this.isMeshStandardMaterial=!0,this.type="MeshStandardMaterial",this.defines={STANDARD:""},this.color=new ie(16777215),this.roughness=1,this.metalness=0,this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new ie(0),this.emissiveIntensity=1,this.emissiveMap=null,this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=Uc,this.normalScale=new bt(1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.roughnessMap=null,this.metalnessMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new ri,this.envMapIntensity=1,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.flatShading=!1,this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.defines={STANDARD:""},this.color.copy(t.color),this.roughness=t.roughness,this.metalness=t.metalness,this.map=t.map,this.lightMap=t.lightMap,this.lightMapIntensity=t.lightMapIntensity,this.aoMap=t.aoMap,this.aoMapIntensity=t.aoMapIntensity,this.emissive.copy(t.emissive),this.emissiveMap=t.emissiveMap,this.emissiveIntensity=t.emissiveIntensity,this.bumpMap=t.bumpMap,this.bumpScale=t.bumpScale,this.normalMap=t.normalMap,this.normalMapType=t.normalMapType,this.normalScale.copy(t.normalScale),this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this.roughnessMap=t.roughnessMap,this.metalnessMap=t.metalnessMap,this.alphaMap=t.alphaMap,this.envMap=t.envMap,this.envMapRotation.copy(t.envMapRotation),this.envMapIntensity=t.envMapIntensity,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.wireframeLinecap=t.wireframeLinecap,this.wireframeLinejoin=t.wireframeLinejoin,this.flatShading=t.flatShading,this.fog=t.fog,this}};var aa=class extends xi{constructor(t){super(),this.isMeshLambertMaterial=!0,this.type="MeshLambertMaterial",this.color=new ie(16777215),this.map=null,this.lightMap=null,this.lightMapIntensity=1,this.aoMap=null,this.aoMapIntensity=1,this.emissive=new ie(0),this.emissiveIntensity=1,this.emissiveMap=null,this.bumpMap=null,this.bumpScale=1,this.normalMap=null,this.normalMapType=Uc,this.normalScale=new bt(1,1),this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.specularMap=null,this.alphaMap=null,this.envMap=null,this.envMapRotation=new ri,this.combine=Jl,this.reflectivity=1,this.refractionRatio=.98,this.wireframe=!1,this.wireframeLinewidth=1,this.wireframeLinecap="round",this.wireframeLinejoin="round",this.flatShading=!1,this.fog=!0,this.setValues(t)}copy(t){return super.copy(t),this.color.copy(t.color),this.map=t.map,this.lightMap=t.lightMap,this.lightMapIntensity=t.lightMapIntensity,this.aoMap=t.aoMap,this.aoMapIntensity=t.aoMapIntensity,this.emissive.copy(t.emissive),this.emissiveMap=t.emissiveMap,this.emissiveIntensity=t.emissiveIntensity,this.bumpMap=t.bumpMap,this.bumpScale=t.bumpScale,this.normalMap=t.normalMap,this.normalMapType=t.normalMapType,this.normalScale.copy(t.normalScale),this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this.specularMap=t.specularMap,this.alphaMap=t.alphaMap,this.envMap=t.envMap,this.envMapRotation.copy(t.envMapRotation),this.combine=t.combine,this.reflectivity=t.reflectivity,this.refractionRatio=t.refractionRatio,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this.wireframeLinecap=t.wireframeLinecap,this.wireframeLinejoin=t.wireframeLinejoin,this.flatShading=t.flatShading,this.fog=t.fog,this}},Il=class extends xi{constructor(t){super(),this.isMeshDepthMaterial=!0,this.type="MeshDepthMaterial",this.depthPacking=Up,this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.wireframe=!1,this.wireframeLinewidth=1,this.setValues(t)}copy(t){return super.copy(t),this.depthPacking=t.depthPacking,this.map=t.map,this.alphaMap=t.alphaMap,this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this.wireframe=t.wireframe,this.wireframeLinewidth=t.wireframeLinewidth,this}},Ll=class extends xi{constructor(t){super(),this.isMeshDistanceMaterial=!0,this.type="MeshDistanceMaterial",this.map=null,this.alphaMap=null,this.displacementMap=null,this.displacementScale=1,this.displacementBias=0,this.setValues(t)}copy(t){return super.copy(t),this.map=t.map,this.alphaMap=t.alphaMap,this.displacementMap=t.displacementMap,this.displacementScale=t.displacementScale,this.displacementBias=t.displacementBias,this}};function hl(i,t){return!i||i.constructor===t?i:typeof t.BYTES_PER_ELEMENT=="number"?new t(i):Array.prototype.slice.call(i)}function Py(i){return ArrayBuffer.isView(i)&&!(i instanceof DataView)}var $s=class{constructor(t,e,n,s){this.parameterPositions=t,this._cachedIndex=0,this.resultBuffer=s!==void 0?s:new e.constructor(n),this.sampleValues=e,this.valueSize=n,this.settings=null,this.DefaultSettings_={}}evaluate(t){let e=this.parameterPositions,n=this._cachedIndex,s=e[n],r=e[n-1];n:{t:{let o;e:{i:if(!(t<s)){for(let a=n+2;;){if(s===void 0){if(t<r)break i;return n=e.length,this._cachedIndex=n,this.copySampleValue_(n-1)}if(n===a)break;if(r=s,s=e[++n],t<s)break t}o=e.length;break e}if(!(t>=r)){let a=e[1];t<a&&(n=2,r=a);for(let l=n-2;;){if(r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(n===l)break;if(s=r,r=e[--n-1],t>=r)break t}o=n,n=0;break e}break n}for(;n<o;){let a=n+o>>>1;t<e[a]?o=a:n=a+1}if(s=e[n],r=e[n-1],r===void 0)return this._cachedIndex=0,this.copySampleValue_(0);if(s===void 0)return n=e.length,this._cachedIndex=n,this.copySampleValue_(n-1)}this._cachedIndex=n,this.intervalChanged_(n,r,s)}return this.interpolate_(n,r,t,s)}getSettings_(){return this.settings||this.DefaultSettings_}copySampleValue_(t){let e=this.resultBuffer,n=this.sampleValues,s=this.valueSize,r=t*s;for(let o=0;o!==s;++o)e[o]=n[r+o];return e}interpolate_(){throw new Error("call to abstract method")}intervalChanged_(){}},Dl=class extends $s{constructor(t,e,n,s){super(t,e,n,s),this._weightPrev=-0,this._offsetPrev=-0,this._weightNext=-0,this._offsetNext=-0,this.DefaultSettings_={endingStart:lu,endingEnd:lu}}intervalChanged_(t,e,n){let s=this.parameterPositions,r=t-2,o=t+1,a=s[r],l=s[o];if(a===void 0)switch(this.getSettings_().endingStart){case cu:r=t,a=2*e-n;break;case hu:r=s.length-2,a=e+s[r]-s[r+1];break;default:r=t,a=n}if(l===void 0)switch(this.getSettings_().endingEnd){case cu:o=t,l=2*n-e;break;case hu:o=1,l=n+s[1]-s[0];break;default:o=t-1,l=e}let c=(n-e)*.5,u=this.valueSize;this._weightPrev=c/(e-a),this._weightNext=c/(l-n),this._offsetPrev=r*u,this._offsetNext=o*u}interpolate_(t,e,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=t*a,c=l-a,u=this._offsetPrev,h=this._offsetNext,d=this._weightPrev,f=this._weightNext,g=(n-e)/(s-e),_=g*g,m=_*g,p=-d*m+2*d*_-d*g,T=(1+d)*m+(-1.5-2*d)*_+(-.5+d)*g+1,E=(-1-f)*m+(1.5+f)*_+.5*g,v=f*m-f*_;for(let L=0;L!==a;++L)r[L]=p*o[u+L]+T*o[c+L]+E*o[l+L]+v*o[h+L];return r}},Nl=class extends $s{constructor(t,e,n,s){super(t,e,n,s)}interpolate_(t,e,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=t*a,c=l-a,u=(n-e)/(s-e),h=1-u;for(let d=0;d!==a;++d)r[d]=o[c+d]*h+o[l+d]*u;return r}},Ul=class extends $s{constructor(t,e,n,s){super(t,e,n,s)}interpolate_(t){return this.copySampleValue_(t-1)}},Zn=class{constructor(t,e,n,s){if(t===void 0)throw new Error("THREE.KeyframeTrack: track name is undefined");if(e===void 0||e.length===0)throw new Error("THREE.KeyframeTrack: no keyframes in track named "+t);this.name=t,this.times=hl(e,this.TimeBufferType),this.values=hl(n,this.ValueBufferType),this.setInterpolation(s||this.DefaultInterpolation)}static toJSON(t){let e=t.constructor,n;if(e.toJSON!==this.toJSON)n=e.toJSON(t);else{n={name:t.name,times:hl(t.times,Array),values:hl(t.values,Array)};let s=t.getInterpolation();s!==t.DefaultInterpolation&&(n.interpolation=s)}return n.type=t.ValueTypeName,n}InterpolantFactoryMethodDiscrete(t){return new Ul(this.times,this.values,this.getValueSize(),t)}InterpolantFactoryMethodLinear(t){return new Nl(this.times,this.values,this.getValueSize(),t)}InterpolantFactoryMethodSmooth(t){return new Dl(this.times,this.values,this.getValueSize(),t)}setInterpolation(t){let e;switch(t){case Do:e=this.InterpolantFactoryMethodDiscrete;break;case gl:e=this.InterpolantFactoryMethodLinear;break;case ul:e=this.InterpolantFactoryMethodSmooth;break}if(e===void 0){let n="unsupported interpolation for "+this.ValueTypeName+" keyframe track named "+this.name;if(this.createInterpolant===void 0)if(t!==this.DefaultInterpolation)this.setInterpolation(this.DefaultInterpolation);else throw new Error(n);return console.warn("THREE.KeyframeTrack:",n),this}return this.createInterpolant=e,this}getInterpolation(){switch(this.createInterpolant){case this.InterpolantFactoryMethodDiscrete:return Do;case this.InterpolantFactoryMethodLinear:return gl;case this.InterpolantFactoryMethodSmooth:return ul}}getValueSize(){return this.values.length/this.times.length}shift(t){if(t!==0){let e=this.times;for(let n=0,s=e.length;n!==s;++n)e[n]+=t}return this}scale(t){if(t!==1){let e=this.times;for(let n=0,s=e.length;n!==s;++n)e[n]*=t}return this}trim(t,e){let n=this.times,s=n.length,r=0,o=s-1;for(;r!==s&&n[r]<t;)++r;for(;o!==-1&&n[o]>e;)--o;if(++o,r!==0||o!==s){r>=o&&(o=Math.max(o,1),r=o-1);let a=this.getValueSize();this.times=n.slice(r,o),this.values=this.values.slice(r*a,o*a)}return this}validate(){let t=!0,e=this.getValueSize();e-Math.floor(e)!==0&&(console.error("THREE.KeyframeTrack: Invalid value size in track.",this),t=!1);let n=this.times,s=this.values,r=n.length;r===0&&(console.error("THREE.KeyframeTrack: Track is empty.",this),t=!1);let o=null;for(let a=0;a!==r;a++){let l=n[a];if(typeof l=="number"&&isNaN(l)){console.error("THREE.KeyframeTrack: Time is not a valid number.",this,a,l),t=!1;break}if(o!==null&&o>l){console.error("THREE.KeyframeTrack: Out of order keys.",this,a,l,o),t=!1;break}o=l}if(s!==void 0&&Py(s))for(let a=0,l=s.length;a!==l;++a){let c=s[a];if(isNaN(c)){console.error("THREE.KeyframeTrack: Value is not a valid number.",this,a,c),t=!1;break}}return t}optimize(){let t=this.times.slice(),e=this.values.slice(),n=this.getValueSize(),s=this.getInterpolation()===ul,r=t.length-1,o=1;for(let a=1;a<r;++a){let l=!1,c=t[a],u=t[a+1];if(c!==u&&(a!==1||c!==t[0]))if(s)l=!0;else{let h=a*n,d=h-n,f=h+n;for(let g=0;g!==n;++g){let _=e[h+g];if(_!==e[d+g]||_!==e[f+g]){l=!0;break}}}if(l){if(a!==o){t[o]=t[a];let h=a*n,d=o*n;for(let f=0;f!==n;++f)e[d+f]=e[h+f]}++o}}if(r>0){t[o]=t[r];for(let a=r*n,l=o*n,c=0;c!==n;++c)e[l+c]=e[a+c];++o}return o!==t.length?(this.times=t.slice(0,o),this.values=e.slice(0,o*n)):(this.times=t,this.values=e),this}clone(){let t=this.times.slice(),e=this.values.slice(),n=this.constructor,s=new n(this.name,t,e);return s.createInterpolant=this.createInterpolant,s}};Zn.prototype.ValueTypeName="";Zn.prototype.TimeBufferType=Float32Array;Zn.prototype.ValueBufferType=Float32Array;Zn.prototype.DefaultInterpolation=gl;var Ms=class extends Zn{constructor(t,e,n){super(t,e,n)}};Ms.prototype.ValueTypeName="bool";Ms.prototype.ValueBufferType=Array;Ms.prototype.DefaultInterpolation=Do;Ms.prototype.InterpolantFactoryMethodLinear=void 0;Ms.prototype.InterpolantFactoryMethodSmooth=void 0;var Fl=class extends Zn{constructor(t,e,n,s){super(t,e,n,s)}};Fl.prototype.ValueTypeName="color";var Ol=class extends Zn{constructor(t,e,n,s){super(t,e,n,s)}};Ol.prototype.ValueTypeName="number";var Bl=class extends $s{constructor(t,e,n,s){super(t,e,n,s)}interpolate_(t,e,n,s){let r=this.resultBuffer,o=this.sampleValues,a=this.valueSize,l=(n-e)/(s-e),c=t*a;for(let u=c+a;c!==u;c+=4)si.slerpFlat(r,0,o,c-a,o,c,l);return r}},la=class extends Zn{constructor(t,e,n,s){super(t,e,n,s)}InterpolantFactoryMethodLinear(t){return new Bl(this.times,this.values,this.getValueSize(),t)}};la.prototype.ValueTypeName="quaternion";la.prototype.InterpolantFactoryMethodSmooth=void 0;var bs=class extends Zn{constructor(t,e,n){super(t,e,n)}};bs.prototype.ValueTypeName="string";bs.prototype.ValueBufferType=Array;bs.prototype.DefaultInterpolation=Do;bs.prototype.InterpolantFactoryMethodLinear=void 0;bs.prototype.InterpolantFactoryMethodSmooth=void 0;var kl=class extends Zn{constructor(t,e,n,s){super(t,e,n,s)}};kl.prototype.ValueTypeName="vector";var zl=class{constructor(t,e,n){let s=this,r=!1,o=0,a=0,l,c=[];this.onStart=void 0,this.onLoad=t,this.onProgress=e,this.onError=n,this.abortController=new AbortController,this.itemStart=function(u){a++,r===!1&&s.onStart!==void 0&&s.onStart(u,o,a),r=!0},this.itemEnd=function(u){o++,s.onProgress!==void 0&&s.onProgress(u,o,a),o===a&&(r=!1,s.onLoad!==void 0&&s.onLoad())},this.itemError=function(u){s.onError!==void 0&&s.onError(u)},this.resolveURL=function(u){return l?l(u):u},this.setURLModifier=function(u){return l=u,this},this.addHandler=function(u,h){return c.push(u,h),this},this.removeHandler=function(u){let h=c.indexOf(u);return h!==-1&&c.splice(h,2),this},this.getHandler=function(u){for(let h=0,d=c.length;h<d;h+=2){let f=c[h],g=c[h+1];if(f.global&&(f.lastIndex=0),f.test(u))return g}return null},this.abort=function(){return this.abortController.abort(),this.abortController=new AbortController,this}}},Qp=new zl,Vl=class{constructor(t){this.manager=t!==void 0?t:Qp,this.crossOrigin="anonymous",this.withCredentials=!1,this.path="",this.resourcePath="",this.requestHeader={}}load(){}loadAsync(t,e){let n=this;return new Promise(function(s,r){n.load(t,s,e,r)})}parse(){}setCrossOrigin(t){return this.crossOrigin=t,this}setWithCredentials(t){return this.withCredentials=t,this}setPath(t){return this.path=t,this}setResourcePath(t){return this.resourcePath=t,this}setRequestHeader(t){return this.requestHeader=t,this}abort(){return this}};Vl.DEFAULT_MATERIAL_NAME="__DEFAULT";var qr=class extends _n{constructor(t,e=1){super(),this.isLight=!0,this.type="Light",this.color=new ie(t),this.intensity=e}dispose(){}copy(t,e){return super.copy(t,e),this.color.copy(t.color),this.intensity=t.intensity,this}toJSON(t){let e=super.toJSON(t);return e.object.color=this.color.getHex(),e.object.intensity=this.intensity,this.groundColor!==void 0&&(e.object.groundColor=this.groundColor.getHex()),this.distance!==void 0&&(e.object.distance=this.distance),this.angle!==void 0&&(e.object.angle=this.angle),this.decay!==void 0&&(e.object.decay=this.decay),this.penumbra!==void 0&&(e.object.penumbra=this.penumbra),this.shadow!==void 0&&(e.object.shadow=this.shadow.toJSON()),this.target!==void 0&&(e.object.target=this.target.uuid),e}},ca=class extends qr{constructor(t,e,n){super(t,n),this.isHemisphereLight=!0,this.type="HemisphereLight",this.position.copy(_n.DEFAULT_UP),this.updateMatrix(),this.groundColor=new ie(e)}copy(t,e){return super.copy(t,e),this.groundColor.copy(t.groundColor),this}},au=new Ge,ep=new N,np=new N,_u=class{constructor(t){this.camera=t,this.intensity=1,this.bias=0,this.normalBias=0,this.radius=1,this.blurSamples=8,this.mapSize=new bt(512,512),this.mapType=Mi,this.map=null,this.mapPass=null,this.matrix=new Ge,this.autoUpdate=!0,this.needsUpdate=!1,this._frustum=new Hr,this._frameExtents=new bt(1,1),this._viewportCount=1,this._viewports=[new Xe(0,0,1,1)]}getViewportCount(){return this._viewportCount}getFrustum(){return this._frustum}updateMatrices(t){let e=this.camera,n=this.matrix;ep.setFromMatrixPosition(t.matrixWorld),e.position.copy(ep),np.setFromMatrixPosition(t.target.matrixWorld),e.lookAt(np),e.updateMatrixWorld(),au.multiplyMatrices(e.projectionMatrix,e.matrixWorldInverse),this._frustum.setFromProjectionMatrix(au,e.coordinateSystem,e.reversedDepth),e.reversedDepth?n.set(.5,0,0,.5,0,.5,0,.5,0,0,1,0,0,0,0,1):n.set(.5,0,0,.5,0,.5,0,.5,0,0,.5,.5,0,0,0,1),n.multiply(au)}getViewport(t){return this._viewports[t]}getFrameExtents(){return this._frameExtents}dispose(){this.map&&this.map.dispose(),this.mapPass&&this.mapPass.dispose()}copy(t){return this.camera=t.camera.clone(),this.intensity=t.intensity,this.bias=t.bias,this.radius=t.radius,this.autoUpdate=t.autoUpdate,this.needsUpdate=t.needsUpdate,this.normalBias=t.normalBias,this.blurSamples=t.blurSamples,this.mapSize.copy(t.mapSize),this}clone(){return new this.constructor().copy(this)}toJSON(){let t={};return this.intensity!==1&&(t.intensity=this.intensity),this.bias!==0&&(t.bias=this.bias),this.normalBias!==0&&(t.normalBias=this.normalBias),this.radius!==1&&(t.radius=this.radius),(this.mapSize.x!==512||this.mapSize.y!==512)&&(t.mapSize=this.mapSize.toArray()),t.camera=this.camera.toJSON(!1).object,delete t.camera.matrix,t}};var Ks=class extends Vo{constructor(t=-1,e=1,n=1,s=-1,r=.1,o=2e3){super(),this.isOrthographicCamera=!0,this.type="OrthographicCamera",this.zoom=1,this.view=null,this.left=t,this.right=e,this.top=n,this.bottom=s,this.near=r,this.far=o,this.updateProjectionMatrix()}copy(t,e){return super.copy(t,e),this.left=t.left,this.right=t.right,this.top=t.top,this.bottom=t.bottom,this.near=t.near,this.far=t.far,this.zoom=t.zoom,this.view=t.view===null?null:Object.assign({},t.view),this}setViewOffset(t,e,n,s,r,o){this.view===null&&(this.view={enabled:!0,fullWidth:1,fullHeight:1,offsetX:0,offsetY:0,width:1,height:1}),this.view.enabled=!0,this.view.fullWidth=t,this.view.fullHeight=e,this.view.offsetX=n,this.view.offsetY=s,this.view.width=r,this.view.height=o,this.updateProjectionMatrix()}clearViewOffset(){this.view!==null&&(this.view.enabled=!1),this.updateProjectionMatrix()}updateProjectionMatrix(){let t=(this.right-this.left)/(2*this.zoom),e=(this.top-this.bottom)/(2*this.zoom),n=(this.right+this.left)/2,s=(this.top+this.bottom)/2,r=n-t,o=n+t,a=s+e,l=s-e;if(this.view!==null&&this.view.enabled){let c=(this.right-this.left)/this.view.fullWidth/this.zoom,u=(this.top-this.bottom)/this.view.fullHeight/this.zoom;r+=c*this.view.offsetX,o=r+c*this.view.width,a-=u*this.view.offsetY,l=a-u*this.view.height}this.projectionMatrix.makeOrthographic(r,o,a,l,this.near,this.far,this.coordinateSystem,this.reversedDepth),this.projectionMatrixInverse.copy(this.projectionMatrix).invert()}toJSON(t){let e=super.toJSON(t);return e.object.zoom=this.zoom,e.object.left=this.left,e.object.right=this.right,e.object.top=this.top,e.object.bottom=this.bottom,e.object.near=this.near,e.object.far=this.far,this.view!==null&&(e.object.view=Object.assign({},this.view)),e}},yu=class extends _u{constructor(){super(new Ks(-5,5,5,-5,.5,500)),this.isDirectionalLightShadow=!0}},ha=class extends qr{constructor(t,e){super(t,e),this.isDirectionalLight=!0,this.type="DirectionalLight",this.position.copy(_n.DEFAULT_UP),this.updateMatrix(),this.target=new _n,this.shadow=new yu}dispose(){this.shadow.dispose()}copy(t){return super.copy(t),this.target=t.target.clone(),this.shadow=t.shadow.clone(),this}},ua=class extends qr{constructor(t,e){super(t,e),this.isAmbientLight=!0,this.type="AmbientLight"}};var Hl=class extends pn{constructor(t=[]){super(),this.isArrayCamera=!0,this.isMultiViewCamera=!1,this.cameras=t}};var Hu="\\[\\]\\.:\\/",Iy=new RegExp("["+Hu+"]","g"),Gu="[^"+Hu+"]",Ly="[^"+Hu.replace("\\.","")+"]",Dy=/((?:WC+[\/:])*)/.source.replace("WC",Gu),Ny=/(WCOD+)?/.source.replace("WCOD",Ly),Uy=/(?:\.(WC+)(?:\[(.+)\])?)?/.source.replace("WC",Gu),Fy=/\.(WC+)(?:\[(.+)\])?/.source.replace("WC",Gu),Oy=new RegExp("^"+Dy+Ny+Uy+Fy+"$"),By=["material","materials","bones","map"],xu=class{constructor(t,e,n){let s=n||ze.parseTrackName(e);this._targetGroup=t,this._bindings=t.subscribe_(e,s)}getValue(t,e){this.bind();let n=this._targetGroup.nCachedObjects_,s=this._bindings[n];s!==void 0&&s.getValue(t,e)}setValue(t,e){let n=this._bindings;for(let s=this._targetGroup.nCachedObjects_,r=n.length;s!==r;++s)n[s].setValue(t,e)}bind(){let t=this._bindings;for(let e=this._targetGroup.nCachedObjects_,n=t.length;e!==n;++e)t[e].bind()}unbind(){let t=this._bindings;for(let e=this._targetGroup.nCachedObjects_,n=t.length;e!==n;++e)t[e].unbind()}},ze=class i{constructor(t,e,n){this.path=e,this.parsedPath=n||i.parseTrackName(e),this.node=i.findNode(t,this.parsedPath.nodeName),this.rootNode=t,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}static create(t,e,n){return t&&t.isAnimationObjectGroup?new i.Composite(t,e,n):new i(t,e,n)}static sanitizeNodeName(t){return t.replace(/\s/g,"_").replace(Iy,"")}static parseTrackName(t){let e=Oy.exec(t);if(e===null)throw new Error("PropertyBinding: Cannot parse trackName: "+t);let n={nodeName:e[2],objectName:e[3],objectIndex:e[4],propertyName:e[5],propertyIndex:e[6]},s=n.nodeName&&n.nodeName.lastIndexOf(".");if(s!==void 0&&s!==-1){let r=n.nodeName.substring(s+1);By.indexOf(r)!==-1&&(n.nodeName=n.nodeName.substring(0,s),n.objectName=r)}if(n.propertyName===null||n.propertyName.length===0)throw new Error("PropertyBinding: can not parse propertyName from trackName: "+t);return n}static findNode(t,e){if(e===void 0||e===""||e==="."||e===-1||e===t.name||e===t.uuid)return t;if(t.skeleton){let n=t.skeleton.getBoneByName(e);if(n!==void 0)return n}if(t.children){let n=function(r){for(let o=0;o<r.length;o++){let a=r[o];if(a.name===e||a.uuid===e)return a;let l=n(a.children);if(l)return l}return null},s=n(t.children);if(s)return s}return null}_getValue_unavailable(){}_setValue_unavailable(){}_getValue_direct(t,e){t[e]=this.targetObject[this.propertyName]}_getValue_array(t,e){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)t[e++]=n[s]}_getValue_arrayElement(t,e){t[e]=this.resolvedProperty[this.propertyIndex]}_getValue_toArray(t,e){this.resolvedProperty.toArray(t,e)}_setValue_direct(t,e){this.targetObject[this.propertyName]=t[e]}_setValue_direct_setNeedsUpdate(t,e){this.targetObject[this.propertyName]=t[e],this.targetObject.needsUpdate=!0}_setValue_direct_setMatrixWorldNeedsUpdate(t,e){this.targetObject[this.propertyName]=t[e],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_array(t,e){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=t[e++]}_setValue_array_setNeedsUpdate(t,e){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=t[e++];this.targetObject.needsUpdate=!0}_setValue_array_setMatrixWorldNeedsUpdate(t,e){let n=this.resolvedProperty;for(let s=0,r=n.length;s!==r;++s)n[s]=t[e++];this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_arrayElement(t,e){this.resolvedProperty[this.propertyIndex]=t[e]}_setValue_arrayElement_setNeedsUpdate(t,e){this.resolvedProperty[this.propertyIndex]=t[e],this.targetObject.needsUpdate=!0}_setValue_arrayElement_setMatrixWorldNeedsUpdate(t,e){this.resolvedProperty[this.propertyIndex]=t[e],this.targetObject.matrixWorldNeedsUpdate=!0}_setValue_fromArray(t,e){this.resolvedProperty.fromArray(t,e)}_setValue_fromArray_setNeedsUpdate(t,e){this.resolvedProperty.fromArray(t,e),this.targetObject.needsUpdate=!0}_setValue_fromArray_setMatrixWorldNeedsUpdate(t,e){this.resolvedProperty.fromArray(t,e),this.targetObject.matrixWorldNeedsUpdate=!0}_getValue_unbound(t,e){this.bind(),this.getValue(t,e)}_setValue_unbound(t,e){this.bind(),this.setValue(t,e)}bind(){let t=this.node,e=this.parsedPath,n=e.objectName,s=e.propertyName,r=e.propertyIndex;if(t||(t=i.findNode(this.rootNode,e.nodeName),this.node=t),this.getValue=this._getValue_unavailable,this.setValue=this._setValue_unavailable,!t){console.warn("THREE.PropertyBinding: No target node found for track: "+this.path+".");return}if(n){let c=e.objectIndex;switch(n){case"materials":if(!t.material){console.error("THREE.PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!t.material.materials){console.error("THREE.PropertyBinding: Can not bind to material.materials as node.material does not have a materials array.",this);return}t=t.material.materials;break;case"bones":if(!t.skeleton){console.error("THREE.PropertyBinding: Can not bind to bones as node does not have a skeleton.",this);return}t=t.skeleton.bones;for(let u=0;u<t.length;u++)if(t[u].name===c){c=u;break}break;case"map":if("map"in t){t=t.map;break}if(!t.material){console.error("THREE.PropertyBinding: Can not bind to material as node does not have a material.",this);return}if(!t.material.map){console.error("THREE.PropertyBinding: Can not bind to material.map as node.material does not have a map.",this);return}t=t.material.map;break;default:if(t[n]===void 0){console.error("THREE.PropertyBinding: Can not bind to objectName of node undefined.",this);return}t=t[n]}if(c!==void 0){if(t[c]===void 0){console.error("THREE.PropertyBinding: Trying to bind to objectIndex of objectName, but is undefined.",this,t);return}t=t[c]}}let o=t[s];if(o===void 0){let c=e.nodeName;console.error("THREE.PropertyBinding: Trying to update property for track: "+c+"."+s+" but it wasn't found.",t);return}let a=this.Versioning.None;this.targetObject=t,t.isMaterial===!0?a=this.Versioning.NeedsUpdate:t.isObject3D===!0&&(a=this.Versioning.MatrixWorldNeedsUpdate);let l=this.BindingType.Direct;if(r!==void 0){if(s==="morphTargetInfluences"){if(!t.geometry){console.error("THREE.PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.",this);return}if(!t.geometry.morphAttributes){console.error("THREE.PropertyBinding: Can not bind to morphTargetInfluences because node does not have a geometry.morphAttributes.",this);return}t.morphTargetDictionary[r]!==void 0&&(r=t.morphTargetDictionary[r])}l=this.BindingType.ArrayElement,this.resolvedProperty=o,this.propertyIndex=r}else o.fromArray!==void 0&&o.toArray!==void 0?(l=this.BindingType.HasFromToArray,this.resolvedProperty=o):Array.isArray(o)?(l=this.BindingType.EntireArray,this.resolvedProperty=o):this.propertyName=s;this.getValue=this.GetterByBindingType[l],this.setValue=this.SetterByBindingTypeAndVersioning[l][a]}unbind(){this.node=null,this.getValue=this._getValue_unbound,this.setValue=this._setValue_unbound}};ze.Composite=xu;ze.prototype.BindingType={Direct:0,EntireArray:1,ArrayElement:2,HasFromToArray:3};ze.prototype.Versioning={None:0,NeedsUpdate:1,MatrixWorldNeedsUpdate:2};ze.prototype.GetterByBindingType=[ze.prototype._getValue_direct,ze.prototype._getValue_array,ze.prototype._getValue_arrayElement,ze.prototype._getValue_toArray];ze.prototype.SetterByBindingTypeAndVersioning=[[ze.prototype._setValue_direct,ze.prototype._setValue_direct_setNeedsUpdate,ze.prototype._setValue_direct_setMatrixWorldNeedsUpdate],[ze.prototype._setValue_array,ze.prototype._setValue_array_setNeedsUpdate,ze.prototype._setValue_array_setMatrixWorldNeedsUpdate],[ze.prototype._setValue_arrayElement,ze.prototype._setValue_arrayElement_setNeedsUpdate,ze.prototype._setValue_arrayElement_setMatrixWorldNeedsUpdate],[ze.prototype._setValue_fromArray,ze.prototype._setValue_fromArray_setNeedsUpdate,ze.prototype._setValue_fromArray_setMatrixWorldNeedsUpdate]];var $T=new Float32Array(1);var ip=new Ge,da=class{constructor(t,e,n=0,s=1/0){this.ray=new vs(t,e),this.near=n,this.far=s,this.camera=null,this.layers=new zr,this.params={Mesh:{},Line:{threshold:1},LOD:{},Points:{threshold:1},Sprite:{}}}set(t,e){this.ray.set(t,e)}setFromCamera(t,e){e.isPerspectiveCamera?(this.ray.origin.setFromMatrixPosition(e.matrixWorld),this.ray.direction.set(t.x,t.y,.5).unproject(e).sub(this.ray.origin).normalize(),this.camera=e):e.isOrthographicCamera?(this.ray.origin.set(t.x,t.y,(e.near+e.far)/(e.near-e.far)).unproject(e),this.ray.direction.set(0,0,-1).transformDirection(e.matrixWorld),this.camera=e):console.error("THREE.Raycaster: Unsupported camera type: "+e.type)}setFromXRController(t){return ip.identity().extractRotation(t.matrixWorld),this.ray.origin.setFromMatrixPosition(t.matrixWorld),this.ray.direction.set(0,0,-1).applyMatrix4(ip),this}intersectObject(t,e=!0,n=[]){return vu(t,this,n,e),n.sort(sp),n}intersectObjects(t,e=!0,n=[]){for(let s=0,r=t.length;s<r;s++)vu(t[s],this,n,e);return n.sort(sp),n}};function sp(i,t){return i.distance-t.distance}function vu(i,t,e,n){let s=!0;if(i.layers.test(t.layers)&&i.raycast(t,e)===!1&&(s=!1),s===!0&&n===!0){let r=i.children;for(let o=0,a=r.length;o<a;o++)vu(r[o],t,e,!0)}}var Yr=class{constructor(t=1,e=0,n=0){this.radius=t,this.phi=e,this.theta=n}set(t,e,n){return this.radius=t,this.phi=e,this.theta=n,this}copy(t){return this.radius=t.radius,this.phi=t.phi,this.theta=t.theta,this}makeSafe(){return this.phi=he(this.phi,1e-6,Math.PI-1e-6),this}setFromVector3(t){return this.setFromCartesianCoords(t.x,t.y,t.z)}setFromCartesianCoords(t,e,n){return this.radius=Math.sqrt(t*t+e*e+n*n),this.radius===0?(this.theta=0,this.phi=0):(this.theta=Math.atan2(t,n),this.phi=Math.acos(he(e/this.radius,-1,1))),this}clone(){return new this.constructor().copy(this)}};var fa=class extends wl{constructor(t=10,e=10,n=4473924,s=8947848){n=new ie(n),s=new ie(s);let r=e/2,o=t/e,a=t/2,l=[],c=[];for(let d=0,f=0,g=-a;d<=e;d++,g+=o){l.push(-a,0,g,a,0,g),l.push(g,0,-a,g,0,a);let _=d===r?n:s;_.toArray(c,f),f+=3,_.toArray(c,f),f+=3,_.toArray(c,f),f+=3,_.toArray(c,f),f+=3}let u=new Je;u.setAttribute("position",new _e(l,3)),u.setAttribute("color",new _e(c,3));let h=new $i({vertexColors:!0,toneMapped:!1});super(u,h),this.type="GridHelper"}dispose(){this.geometry.dispose(),this.material.dispose()}};var pa=class extends Ii{constructor(t,e=null){super(),this.object=t,this.domElement=e,this.enabled=!0,this.state=-1,this.keys={},this.mouseButtons={LEFT:null,MIDDLE:null,RIGHT:null},this.touches={ONE:null,TWO:null}}connect(t){if(t===void 0){console.warn("THREE.Controls: connect() now requires an element.");return}this.domElement!==null&&this.disconnect(),this.domElement=t}disconnect(){}dispose(){}update(){}};function Wu(i,t,e,n){let s=ky(n);switch(e){case Iu:return i*t;case Du:return i*t/s.components*s.byteLength;case sc:return i*t/s.components*s.byteLength;case Nu:return i*t*2/s.components*s.byteLength;case rc:return i*t*2/s.components*s.byteLength;case Lu:return i*t*3/s.components*s.byteLength;case ai:return i*t*4/s.components*s.byteLength;case oc:return i*t*4/s.components*s.byteLength;case _a:case ya:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*8;case xa:case va:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*16;case lc:case hc:return Math.max(i,16)*Math.max(t,8)/4;case ac:case cc:return Math.max(i,8)*Math.max(t,8)/2;case uc:case dc:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*8;case fc:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*16;case pc:return Math.floor((i+3)/4)*Math.floor((t+3)/4)*16;case mc:return Math.floor((i+4)/5)*Math.floor((t+3)/4)*16;case gc:return Math.floor((i+4)/5)*Math.floor((t+4)/5)*16;case _c:return Math.floor((i+5)/6)*Math.floor((t+4)/5)*16;case yc:return Math.floor((i+5)/6)*Math.floor((t+5)/6)*16;case xc:return Math.floor((i+7)/8)*Math.floor((t+4)/5)*16;case vc:return Math.floor((i+7)/8)*Math.floor((t+5)/6)*16;case Mc:return Math.floor((i+7)/8)*Math.floor((t+7)/8)*16;case bc:return Math.floor((i+9)/10)*Math.floor((t+4)/5)*16;case Sc:return Math.floor((i+9)/10)*Math.floor((t+5)/6)*16;case wc:return Math.floor((i+9)/10)*Math.floor((t+7)/8)*16;case Ec:return Math.floor((i+9)/10)*Math.floor((t+9)/10)*16;case Tc:return Math.floor((i+11)/12)*Math.floor((t+9)/10)*16;case Ac:return Math.floor((i+11)/12)*Math.floor((t+11)/12)*16;case Cc:case Rc:case Pc:return Math.ceil(i/4)*Math.ceil(t/4)*16;case Ic:case Lc:return Math.ceil(i/4)*Math.ceil(t/4)*8;case Dc:case Nc:return Math.ceil(i/4)*Math.ceil(t/4)*16}throw new Error(`Unable to determine texture byte length for ${e} format.`)}function ky(i){switch(i){case Mi:case Au:return{byteLength:1,components:1};case Zr:case Cu:case $r:return{byteLength:2,components:1};case nc:case ic:return{byteLength:2,components:4};case Ts:case ec:case Ui:return{byteLength:4,components:1};case Ru:case Pu:return{byteLength:4,components:3}}throw new Error(`Unknown texture type ${i}.`)}typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("register",{detail:{revision:"180"}}));typeof window<"u"&&(window.__THREE__?console.warn("WARNING: Multiple instances of Three.js being imported."):window.__THREE__="180");function Sm(){let i=null,t=!1,e=null,n=null;function s(r,o){e(r,o),n=i.requestAnimationFrame(s)}return{start:function(){t!==!0&&e!==null&&(n=i.requestAnimationFrame(s),t=!0)},stop:function(){i.cancelAnimationFrame(n),t=!1},setAnimationLoop:function(r){e=r},setContext:function(r){i=r}}}function Vy(i){let t=new WeakMap;function e(a,l){let c=a.array,u=a.usage,h=c.byteLength,d=i.createBuffer();i.bindBuffer(l,d),i.bufferData(l,c,u),a.onUploadCallback();let f;if(c instanceof Float32Array)f=i.FLOAT;else if(typeof Float16Array<"u"&&c instanceof Float16Array)f=i.HALF_FLOAT;else if(c instanceof Uint16Array)a.isFloat16BufferAttribute?f=i.HALF_FLOAT:f=i.UNSIGNED_SHORT;else if(c instanceof Int16Array)f=i.SHORT;else if(c instanceof Uint32Array)f=i.UNSIGNED_INT;else if(c instanceof Int32Array)f=i.INT;else if(c instanceof Int8Array)f=i.BYTE;else if(c instanceof Uint8Array)f=i.UNSIGNED_BYTE;else if(c instanceof Uint8ClampedArray)f=i.UNSIGNED_BYTE;else throw new Error("THREE.WebGLAttributes: Unsupported buffer data format: "+c);return{buffer:d,type:f,bytesPerElement:c.BYTES_PER_ELEMENT,version:a.version,size:h}}function n(a,l,c){let u=l.array,h=l.updateRanges;if(i.bindBuffer(c,a),h.length===0)i.bufferSubData(c,0,u);else{h.sort((f,g)=>f.start-g.start);let d=0;for(let f=1;f<h.length;f++){let g=h[d],_=h[f];_.start<=g.start+g.count+1?g.count=Math.max(g.count,_.start+_.count-g.start):(++d,h[d]=_)}h.length=d+1;for(let f=0,g=h.length;f<g;f++){let _=h[f];i.bufferSubData(c,_.start*u.BYTES_PER_ELEMENT,u,_.start,_.count)}l.clearUpdateRanges()}l.onUploadCallback()}function s(a){return a.isInterleavedBufferAttribute&&(a=a.data),t.get(a)}function r(a){a.isInterleavedBufferAttribute&&(a=a.data);let l=t.get(a);l&&(i.deleteBuffer(l.buffer),t.delete(a))}function o(a,l){if(a.isInterleavedBufferAttribute&&(a=a.data),a.isGLBufferAttribute){let u=t.get(a);(!u||u.version<a.version)&&t.set(a,{buffer:a.buffer,type:a.type,bytesPerElement:a.elementSize,version:a.version});return}let c=t.get(a);if(c===void 0)t.set(a,e(a,l));else if(c.version<a.version){if(c.size!==a.array.byteLength)throw new Error("THREE.WebGLAttributes: The size of the buffer attribute's array buffer does not match the original size. Resizing buffer attributes is not supported.");n(c.buffer,a,l),c.version=a.version}}return{get:s,remove:r,update:o}}var Hy=`#ifdef USE_ALPHAHASH
	if ( diffuseColor.a < getAlphaHashThreshold( vPosition ) ) discard;
#endif`,Gy=`#ifdef USE_ALPHAHASH
	const float ALPHA_HASH_SCALE = 0.05;
	float hash2D( vec2 value ) {
		return fract( 1.0e4 * sin( 17.0 * value.x + 0.1 * value.y ) * ( 0.1 + abs( sin( 13.0 * value.y + value.x ) ) ) );
	}
	float hash3D( vec3 value ) {
		return hash2D( vec2( hash2D( value.xy ), value.z ) );
	}
	float getAlphaHashThreshold( vec3 position ) {
		float maxDeriv = max(
			length( dFdx( position.xyz ) ),
			length( dFdy( position.xyz ) )
		);
		float pixScale = 1.0 / ( ALPHA_HASH_SCALE * maxDeriv );
		vec2 pixScales = vec2(
			exp2( floor( log2( pixScale ) ) ),
			exp2( ceil( log2( pixScale ) ) )
		);
		vec2 alpha = vec2(
			hash3D( floor( pixScales.x * position.xyz ) ),
			hash3D( floor( pixScales.y * position.xyz ) )
		);
		float lerpFactor = fract( log2( pixScale ) );
		float x = ( 1.0 - lerpFactor ) * alpha.x + lerpFactor * alpha.y;
		float a = min( lerpFactor, 1.0 - lerpFactor );
		vec3 cases = vec3(
			x * x / ( 2.0 * a * ( 1.0 - a ) ),
			( x - 0.5 * a ) / ( 1.0 - a ),
			1.0 - ( ( 1.0 - x ) * ( 1.0 - x ) / ( 2.0 * a * ( 1.0 - a ) ) )
		);
		float threshold = ( x < ( 1.0 - a ) )
			? ( ( x < a ) ? cases.x : cases.y )
			: cases.z;
		return clamp( threshold , 1.0e-6, 1.0 );
	}
#endif`,Wy=`#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, vAlphaMapUv ).g;
#endif`,Xy=`#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,qy=`#ifdef USE_ALPHATEST
	#ifdef ALPHA_TO_COVERAGE
	diffuseColor.a = smoothstep( alphaTest, alphaTest + fwidth( diffuseColor.a ), diffuseColor.a );
	if ( diffuseColor.a == 0.0 ) discard;
	#else
	if ( diffuseColor.a < alphaTest ) discard;
	#endif
#endif`,Yy=`#ifdef USE_ALPHATEST
	uniform float alphaTest;
#endif`,Zy=`#ifdef USE_AOMAP
	float ambientOcclusion = ( texture2D( aoMap, vAoMapUv ).r - 1.0 ) * aoMapIntensity + 1.0;
	reflectedLight.indirectDiffuse *= ambientOcclusion;
	#if defined( USE_CLEARCOAT ) 
		clearcoatSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_SHEEN ) 
		sheenSpecularIndirect *= ambientOcclusion;
	#endif
	#if defined( USE_ENVMAP ) && defined( STANDARD )
		float dotNV = saturate( dot( geometryNormal, geometryViewDir ) );
		reflectedLight.indirectSpecular *= computeSpecularOcclusion( dotNV, ambientOcclusion, material.roughness );
	#endif
#endif`,$y=`#ifdef USE_AOMAP
	uniform sampler2D aoMap;
	uniform float aoMapIntensity;
#endif`,Ky=`#ifdef USE_BATCHING
	#if ! defined( GL_ANGLE_multi_draw )
	#define gl_DrawID _gl_DrawID
	uniform int _gl_DrawID;
	#endif
	uniform highp sampler2D batchingTexture;
	uniform highp usampler2D batchingIdTexture;
	mat4 getBatchingMatrix( const in float i ) {
		int size = textureSize( batchingTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( batchingTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( batchingTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( batchingTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( batchingTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
	float getIndirectIndex( const in int i ) {
		int size = textureSize( batchingIdTexture, 0 ).x;
		int x = i % size;
		int y = i / size;
		return float( texelFetch( batchingIdTexture, ivec2( x, y ), 0 ).r );
	}
#endif
#ifdef USE_BATCHING_COLOR
	uniform sampler2D batchingColorTexture;
	vec3 getBatchingColor( const in float i ) {
		int size = textureSize( batchingColorTexture, 0 ).x;
		int j = int( i );
		int x = j % size;
		int y = j / size;
		return texelFetch( batchingColorTexture, ivec2( x, y ), 0 ).rgb;
	}
#endif`,Jy=`#ifdef USE_BATCHING
	mat4 batchingMatrix = getBatchingMatrix( getIndirectIndex( gl_DrawID ) );
#endif`,jy=`vec3 transformed = vec3( position );
#ifdef USE_ALPHAHASH
	vPosition = vec3( position );
#endif`,Qy=`vec3 objectNormal = vec3( normal );
#ifdef USE_TANGENT
	vec3 objectTangent = vec3( tangent.xyz );
#endif`,tx=`float G_BlinnPhong_Implicit( ) {
	return 0.25;
}
float D_BlinnPhong( const in float shininess, const in float dotNH ) {
	return RECIPROCAL_PI * ( shininess * 0.5 + 1.0 ) * pow( dotNH, shininess );
}
vec3 BRDF_BlinnPhong( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in vec3 specularColor, const in float shininess ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( specularColor, 1.0, dotVH );
	float G = G_BlinnPhong_Implicit( );
	float D = D_BlinnPhong( shininess, dotNH );
	return F * ( G * D );
} // validated`,ex=`#ifdef USE_IRIDESCENCE
	const mat3 XYZ_TO_REC709 = mat3(
		 3.2404542, -0.9692660,  0.0556434,
		-1.5371385,  1.8760108, -0.2040259,
		-0.4985314,  0.0415560,  1.0572252
	);
	vec3 Fresnel0ToIor( vec3 fresnel0 ) {
		vec3 sqrtF0 = sqrt( fresnel0 );
		return ( vec3( 1.0 ) + sqrtF0 ) / ( vec3( 1.0 ) - sqrtF0 );
	}
	vec3 IorToFresnel0( vec3 transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - vec3( incidentIor ) ) / ( transmittedIor + vec3( incidentIor ) ) );
	}
	float IorToFresnel0( float transmittedIor, float incidentIor ) {
		return pow2( ( transmittedIor - incidentIor ) / ( transmittedIor + incidentIor ));
	}
	vec3 evalSensitivity( float OPD, vec3 shift ) {
		float phase = 2.0 * PI * OPD * 1.0e-9;
		vec3 val = vec3( 5.4856e-13, 4.4201e-13, 5.2481e-13 );
		vec3 pos = vec3( 1.6810e+06, 1.7953e+06, 2.2084e+06 );
		vec3 var = vec3( 4.3278e+09, 9.3046e+09, 6.6121e+09 );
		vec3 xyz = val * sqrt( 2.0 * PI * var ) * cos( pos * phase + shift ) * exp( - pow2( phase ) * var );
		xyz.x += 9.7470e-14 * sqrt( 2.0 * PI * 4.5282e+09 ) * cos( 2.2399e+06 * phase + shift[ 0 ] ) * exp( - 4.5282e+09 * pow2( phase ) );
		xyz /= 1.0685e-7;
		vec3 rgb = XYZ_TO_REC709 * xyz;
		return rgb;
	}
	vec3 evalIridescence( float outsideIOR, float eta2, float cosTheta1, float thinFilmThickness, vec3 baseF0 ) {
		vec3 I;
		float iridescenceIOR = mix( outsideIOR, eta2, smoothstep( 0.0, 0.03, thinFilmThickness ) );
		float sinTheta2Sq = pow2( outsideIOR / iridescenceIOR ) * ( 1.0 - pow2( cosTheta1 ) );
		float cosTheta2Sq = 1.0 - sinTheta2Sq;
		if ( cosTheta2Sq < 0.0 ) {
			return vec3( 1.0 );
		}
		float cosTheta2 = sqrt( cosTheta2Sq );
		float R0 = IorToFresnel0( iridescenceIOR, outsideIOR );
		float R12 = F_Schlick( R0, 1.0, cosTheta1 );
		float T121 = 1.0 - R12;
		float phi12 = 0.0;
		if ( iridescenceIOR < outsideIOR ) phi12 = PI;
		float phi21 = PI - phi12;
		vec3 baseIOR = Fresnel0ToIor( clamp( baseF0, 0.0, 0.9999 ) );		vec3 R1 = IorToFresnel0( baseIOR, iridescenceIOR );
		vec3 R23 = F_Schlick( R1, 1.0, cosTheta2 );
		vec3 phi23 = vec3( 0.0 );
		if ( baseIOR[ 0 ] < iridescenceIOR ) phi23[ 0 ] = PI;
		if ( baseIOR[ 1 ] < iridescenceIOR ) phi23[ 1 ] = PI;
		if ( baseIOR[ 2 ] < iridescenceIOR ) phi23[ 2 ] = PI;
		float OPD = 2.0 * iridescenceIOR * thinFilmThickness * cosTheta2;
		vec3 phi = vec3( phi21 ) + phi23;
		vec3 R123 = clamp( R12 * R23, 1e-5, 0.9999 );
		vec3 r123 = sqrt( R123 );
		vec3 Rs = pow2( T121 ) * R23 / ( vec3( 1.0 ) - R123 );
		vec3 C0 = R12 + Rs;
		I = C0;
		vec3 Cm = Rs - T121;
		for ( int m = 1; m <= 2; ++ m ) {
			Cm *= r123;
			vec3 Sm = 2.0 * evalSensitivity( float( m ) * OPD, float( m ) * phi );
			I += Cm * Sm;
		}
		return max( I, vec3( 0.0 ) );
	}
#endif`,nx=`#ifdef USE_BUMPMAP
	uniform sampler2D bumpMap;
	uniform float bumpScale;
	vec2 dHdxy_fwd() {
		vec2 dSTdx = dFdx( vBumpMapUv );
		vec2 dSTdy = dFdy( vBumpMapUv );
		float Hll = bumpScale * texture2D( bumpMap, vBumpMapUv ).x;
		float dBx = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdx ).x - Hll;
		float dBy = bumpScale * texture2D( bumpMap, vBumpMapUv + dSTdy ).x - Hll;
		return vec2( dBx, dBy );
	}
	vec3 perturbNormalArb( vec3 surf_pos, vec3 surf_norm, vec2 dHdxy, float faceDirection ) {
		vec3 vSigmaX = normalize( dFdx( surf_pos.xyz ) );
		vec3 vSigmaY = normalize( dFdy( surf_pos.xyz ) );
		vec3 vN = surf_norm;
		vec3 R1 = cross( vSigmaY, vN );
		vec3 R2 = cross( vN, vSigmaX );
		float fDet = dot( vSigmaX, R1 ) * faceDirection;
		vec3 vGrad = sign( fDet ) * ( dHdxy.x * R1 + dHdxy.y * R2 );
		return normalize( abs( fDet ) * surf_norm - vGrad );
	}
#endif`,ix=`#if NUM_CLIPPING_PLANES > 0
	vec4 plane;
	#ifdef ALPHA_TO_COVERAGE
		float distanceToPlane, distanceGradient;
		float clipOpacity = 1.0;
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
			distanceGradient = fwidth( distanceToPlane ) / 2.0;
			clipOpacity *= smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			if ( clipOpacity == 0.0 ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			float unionClipOpacity = 1.0;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				distanceToPlane = - dot( vClipPosition, plane.xyz ) + plane.w;
				distanceGradient = fwidth( distanceToPlane ) / 2.0;
				unionClipOpacity *= 1.0 - smoothstep( - distanceGradient, distanceGradient, distanceToPlane );
			}
			#pragma unroll_loop_end
			clipOpacity *= 1.0 - unionClipOpacity;
		#endif
		diffuseColor.a *= clipOpacity;
		if ( diffuseColor.a == 0.0 ) discard;
	#else
		#pragma unroll_loop_start
		for ( int i = 0; i < UNION_CLIPPING_PLANES; i ++ ) {
			plane = clippingPlanes[ i ];
			if ( dot( vClipPosition, plane.xyz ) > plane.w ) discard;
		}
		#pragma unroll_loop_end
		#if UNION_CLIPPING_PLANES < NUM_CLIPPING_PLANES
			bool clipped = true;
			#pragma unroll_loop_start
			for ( int i = UNION_CLIPPING_PLANES; i < NUM_CLIPPING_PLANES; i ++ ) {
				plane = clippingPlanes[ i ];
				clipped = ( dot( vClipPosition, plane.xyz ) > plane.w ) && clipped;
			}
			#pragma unroll_loop_end
			if ( clipped ) discard;
		#endif
	#endif
#endif`,sx=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
	uniform vec4 clippingPlanes[ NUM_CLIPPING_PLANES ];
#endif`,rx=`#if NUM_CLIPPING_PLANES > 0
	varying vec3 vClipPosition;
#endif`,ox=`#if NUM_CLIPPING_PLANES > 0
	vClipPosition = - mvPosition.xyz;
#endif`,ax=`#if defined( USE_COLOR_ALPHA )
	diffuseColor *= vColor;
#elif defined( USE_COLOR )
	diffuseColor.rgb *= vColor;
#endif`,lx=`#if defined( USE_COLOR_ALPHA )
	varying vec4 vColor;
#elif defined( USE_COLOR )
	varying vec3 vColor;
#endif`,cx=`#if defined( USE_COLOR_ALPHA )
	varying vec4 vColor;
#elif defined( USE_COLOR ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	varying vec3 vColor;
#endif`,hx=`#if defined( USE_COLOR_ALPHA )
	vColor = vec4( 1.0 );
#elif defined( USE_COLOR ) || defined( USE_INSTANCING_COLOR ) || defined( USE_BATCHING_COLOR )
	vColor = vec3( 1.0 );
#endif
#ifdef USE_COLOR
	vColor *= color;
#endif
#ifdef USE_INSTANCING_COLOR
	vColor.xyz *= instanceColor.xyz;
#endif
#ifdef USE_BATCHING_COLOR
	vec3 batchingColor = getBatchingColor( getIndirectIndex( gl_DrawID ) );
	vColor.xyz *= batchingColor.xyz;
#endif`,ux=`#define PI 3.141592653589793
#define PI2 6.283185307179586
#define PI_HALF 1.5707963267948966
#define RECIPROCAL_PI 0.3183098861837907
#define RECIPROCAL_PI2 0.15915494309189535
#define EPSILON 1e-6
#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
#define whiteComplement( a ) ( 1.0 - saturate( a ) )
float pow2( const in float x ) { return x*x; }
vec3 pow2( const in vec3 x ) { return x*x; }
float pow3( const in float x ) { return x*x*x; }
float pow4( const in float x ) { float x2 = x*x; return x2*x2; }
float max3( const in vec3 v ) { return max( max( v.x, v.y ), v.z ); }
float average( const in vec3 v ) { return dot( v, vec3( 0.3333333 ) ); }
highp float rand( const in vec2 uv ) {
	const highp float a = 12.9898, b = 78.233, c = 43758.5453;
	highp float dt = dot( uv.xy, vec2( a,b ) ), sn = mod( dt, PI );
	return fract( sin( sn ) * c );
}
#ifdef HIGH_PRECISION
	float precisionSafeLength( vec3 v ) { return length( v ); }
#else
	float precisionSafeLength( vec3 v ) {
		float maxComponent = max3( abs( v ) );
		return length( v / maxComponent ) * maxComponent;
	}
#endif
struct IncidentLight {
	vec3 color;
	vec3 direction;
	bool visible;
};
struct ReflectedLight {
	vec3 directDiffuse;
	vec3 directSpecular;
	vec3 indirectDiffuse;
	vec3 indirectSpecular;
};
#ifdef USE_ALPHAHASH
	varying vec3 vPosition;
#endif
vec3 transformDirection( in vec3 dir, in mat4 matrix ) {
	return normalize( ( matrix * vec4( dir, 0.0 ) ).xyz );
}
vec3 inverseTransformDirection( in vec3 dir, in mat4 matrix ) {
	return normalize( ( vec4( dir, 0.0 ) * matrix ).xyz );
}
mat3 transposeMat3( const in mat3 m ) {
	mat3 tmp;
	tmp[ 0 ] = vec3( m[ 0 ].x, m[ 1 ].x, m[ 2 ].x );
	tmp[ 1 ] = vec3( m[ 0 ].y, m[ 1 ].y, m[ 2 ].y );
	tmp[ 2 ] = vec3( m[ 0 ].z, m[ 1 ].z, m[ 2 ].z );
	return tmp;
}
bool isPerspectiveMatrix( mat4 m ) {
	return m[ 2 ][ 3 ] == - 1.0;
}
vec2 equirectUv( in vec3 dir ) {
	float u = atan( dir.z, dir.x ) * RECIPROCAL_PI2 + 0.5;
	float v = asin( clamp( dir.y, - 1.0, 1.0 ) ) * RECIPROCAL_PI + 0.5;
	return vec2( u, v );
}
vec3 BRDF_Lambert( const in vec3 diffuseColor ) {
	return RECIPROCAL_PI * diffuseColor;
}
vec3 F_Schlick( const in vec3 f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
}
float F_Schlick( const in float f0, const in float f90, const in float dotVH ) {
	float fresnel = exp2( ( - 5.55473 * dotVH - 6.98316 ) * dotVH );
	return f0 * ( 1.0 - fresnel ) + ( f90 * fresnel );
} // validated`,dx=`#ifdef ENVMAP_TYPE_CUBE_UV
	#define cubeUV_minMipLevel 4.0
	#define cubeUV_minTileSize 16.0
	float getFace( vec3 direction ) {
		vec3 absDirection = abs( direction );
		float face = - 1.0;
		if ( absDirection.x > absDirection.z ) {
			if ( absDirection.x > absDirection.y )
				face = direction.x > 0.0 ? 0.0 : 3.0;
			else
				face = direction.y > 0.0 ? 1.0 : 4.0;
		} else {
			if ( absDirection.z > absDirection.y )
				face = direction.z > 0.0 ? 2.0 : 5.0;
			else
				face = direction.y > 0.0 ? 1.0 : 4.0;
		}
		return face;
	}
	vec2 getUV( vec3 direction, float face ) {
		vec2 uv;
		if ( face == 0.0 ) {
			uv = vec2( direction.z, direction.y ) / abs( direction.x );
		} else if ( face == 1.0 ) {
			uv = vec2( - direction.x, - direction.z ) / abs( direction.y );
		} else if ( face == 2.0 ) {
			uv = vec2( - direction.x, direction.y ) / abs( direction.z );
		} else if ( face == 3.0 ) {
			uv = vec2( - direction.z, direction.y ) / abs( direction.x );
		} else if ( face == 4.0 ) {
			uv = vec2( - direction.x, direction.z ) / abs( direction.y );
		} else {
			uv = vec2( direction.x, direction.y ) / abs( direction.z );
		}
		return 0.5 * ( uv + 1.0 );
	}
	vec3 bilinearCubeUV( sampler2D envMap, vec3 direction, float mipInt ) {
		float face = getFace( direction );
		float filterInt = max( cubeUV_minMipLevel - mipInt, 0.0 );
		mipInt = max( mipInt, cubeUV_minMipLevel );
		float faceSize = exp2( mipInt );
		highp vec2 uv = getUV( direction, face ) * ( faceSize - 2.0 ) + 1.0;
		if ( face > 2.0 ) {
			uv.y += faceSize;
			face -= 3.0;
		}
		uv.x += face * faceSize;
		uv.x += filterInt * 3.0 * cubeUV_minTileSize;
		uv.y += 4.0 * ( exp2( CUBEUV_MAX_MIP ) - faceSize );
		uv.x *= CUBEUV_TEXEL_WIDTH;
		uv.y *= CUBEUV_TEXEL_HEIGHT;
		#ifdef texture2DGradEXT
			return texture2DGradEXT( envMap, uv, vec2( 0.0 ), vec2( 0.0 ) ).rgb;
		#else
			return texture2D( envMap, uv ).rgb;
		#endif
	}
	#define cubeUV_r0 1.0
	#define cubeUV_m0 - 2.0
	#define cubeUV_r1 0.8
	#define cubeUV_m1 - 1.0
	#define cubeUV_r4 0.4
	#define cubeUV_m4 2.0
	#define cubeUV_r5 0.305
	#define cubeUV_m5 3.0
	#define cubeUV_r6 0.21
	#define cubeUV_m6 4.0
	float roughnessToMip( float roughness ) {
		float mip = 0.0;
		if ( roughness >= cubeUV_r1 ) {
			mip = ( cubeUV_r0 - roughness ) * ( cubeUV_m1 - cubeUV_m0 ) / ( cubeUV_r0 - cubeUV_r1 ) + cubeUV_m0;
		} else if ( roughness >= cubeUV_r4 ) {
			mip = ( cubeUV_r1 - roughness ) * ( cubeUV_m4 - cubeUV_m1 ) / ( cubeUV_r1 - cubeUV_r4 ) + cubeUV_m1;
		} else if ( roughness >= cubeUV_r5 ) {
			mip = ( cubeUV_r4 - roughness ) * ( cubeUV_m5 - cubeUV_m4 ) / ( cubeUV_r4 - cubeUV_r5 ) + cubeUV_m4;
		} else if ( roughness >= cubeUV_r6 ) {
			mip = ( cubeUV_r5 - roughness ) * ( cubeUV_m6 - cubeUV_m5 ) / ( cubeUV_r5 - cubeUV_r6 ) + cubeUV_m5;
		} else {
			mip = - 2.0 * log2( 1.16 * roughness );		}
		return mip;
	}
	vec4 textureCubeUV( sampler2D envMap, vec3 sampleDir, float roughness ) {
		float mip = clamp( roughnessToMip( roughness ), cubeUV_m0, CUBEUV_MAX_MIP );
		float mipF = fract( mip );
		float mipInt = floor( mip );
		vec3 color0 = bilinearCubeUV( envMap, sampleDir, mipInt );
		if ( mipF == 0.0 ) {
			return vec4( color0, 1.0 );
		} else {
			vec3 color1 = bilinearCubeUV( envMap, sampleDir, mipInt + 1.0 );
			return vec4( mix( color0, color1, mipF ), 1.0 );
		}
	}
#endif`,fx=`vec3 transformedNormal = objectNormal;
#ifdef USE_TANGENT
	vec3 transformedTangent = objectTangent;
#endif
#ifdef USE_BATCHING
	mat3 bm = mat3( batchingMatrix );
	transformedNormal /= vec3( dot( bm[ 0 ], bm[ 0 ] ), dot( bm[ 1 ], bm[ 1 ] ), dot( bm[ 2 ], bm[ 2 ] ) );
	transformedNormal = bm * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = bm * transformedTangent;
	#endif
#endif
#ifdef USE_INSTANCING
	mat3 im = mat3( instanceMatrix );
	transformedNormal /= vec3( dot( im[ 0 ], im[ 0 ] ), dot( im[ 1 ], im[ 1 ] ), dot( im[ 2 ], im[ 2 ] ) );
	transformedNormal = im * transformedNormal;
	#ifdef USE_TANGENT
		transformedTangent = im * transformedTangent;
	#endif
#endif
transformedNormal = normalMatrix * transformedNormal;
#ifdef FLIP_SIDED
	transformedNormal = - transformedNormal;
#endif
#ifdef USE_TANGENT
	transformedTangent = ( modelViewMatrix * vec4( transformedTangent, 0.0 ) ).xyz;
	#ifdef FLIP_SIDED
		transformedTangent = - transformedTangent;
	#endif
#endif`,px=`#ifdef USE_DISPLACEMENTMAP
	uniform sampler2D displacementMap;
	uniform float displacementScale;
	uniform float displacementBias;
#endif`,mx=`#ifdef USE_DISPLACEMENTMAP
	transformed += normalize( objectNormal ) * ( texture2D( displacementMap, vDisplacementMapUv ).x * displacementScale + displacementBias );
#endif`,gx=`#ifdef USE_EMISSIVEMAP
	vec4 emissiveColor = texture2D( emissiveMap, vEmissiveMapUv );
	#ifdef DECODE_VIDEO_TEXTURE_EMISSIVE
		emissiveColor = sRGBTransferEOTF( emissiveColor );
	#endif
	totalEmissiveRadiance *= emissiveColor.rgb;
#endif`,_x=`#ifdef USE_EMISSIVEMAP
	uniform sampler2D emissiveMap;
#endif`,yx="gl_FragColor = linearToOutputTexel( gl_FragColor );",xx=`vec4 LinearTransferOETF( in vec4 value ) {
	return value;
}
vec4 sRGBTransferEOTF( in vec4 value ) {
	return vec4( mix( pow( value.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), value.rgb * 0.0773993808, vec3( lessThanEqual( value.rgb, vec3( 0.04045 ) ) ) ), value.a );
}
vec4 sRGBTransferOETF( in vec4 value ) {
	return vec4( mix( pow( value.rgb, vec3( 0.41666 ) ) * 1.055 - vec3( 0.055 ), value.rgb * 12.92, vec3( lessThanEqual( value.rgb, vec3( 0.0031308 ) ) ) ), value.a );
}`,vx=`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vec3 cameraToFrag;
		if ( isOrthographic ) {
			cameraToFrag = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToFrag = normalize( vWorldPosition - cameraPosition );
		}
		vec3 worldNormal = inverseTransformDirection( normal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vec3 reflectVec = reflect( cameraToFrag, worldNormal );
		#else
			vec3 reflectVec = refract( cameraToFrag, worldNormal, refractionRatio );
		#endif
	#else
		vec3 reflectVec = vReflect;
	#endif
	#ifdef ENVMAP_TYPE_CUBE
		vec4 envColor = textureCube( envMap, envMapRotation * vec3( flipEnvMap * reflectVec.x, reflectVec.yz ) );
	#else
		vec4 envColor = vec4( 0.0 );
	#endif
	#ifdef ENVMAP_BLENDING_MULTIPLY
		outgoingLight = mix( outgoingLight, outgoingLight * envColor.xyz, specularStrength * reflectivity );
	#elif defined( ENVMAP_BLENDING_MIX )
		outgoingLight = mix( outgoingLight, envColor.xyz, specularStrength * reflectivity );
	#elif defined( ENVMAP_BLENDING_ADD )
		outgoingLight += envColor.xyz * specularStrength * reflectivity;
	#endif
#endif`,Mx=`#ifdef USE_ENVMAP
	uniform float envMapIntensity;
	uniform float flipEnvMap;
	uniform mat3 envMapRotation;
	#ifdef ENVMAP_TYPE_CUBE
		uniform samplerCube envMap;
	#else
		uniform sampler2D envMap;
	#endif
	
#endif`,bx=`#ifdef USE_ENVMAP
	uniform float reflectivity;
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		varying vec3 vWorldPosition;
		uniform float refractionRatio;
	#else
		varying vec3 vReflect;
	#endif
#endif`,Sx=`#ifdef USE_ENVMAP
	#if defined( USE_BUMPMAP ) || defined( USE_NORMALMAP ) || defined( PHONG ) || defined( LAMBERT )
		#define ENV_WORLDPOS
	#endif
	#ifdef ENV_WORLDPOS
		
		varying vec3 vWorldPosition;
	#else
		varying vec3 vReflect;
		uniform float refractionRatio;
	#endif
#endif`,wx=`#ifdef USE_ENVMAP
	#ifdef ENV_WORLDPOS
		vWorldPosition = worldPosition.xyz;
	#else
		vec3 cameraToVertex;
		if ( isOrthographic ) {
			cameraToVertex = normalize( vec3( - viewMatrix[ 0 ][ 2 ], - viewMatrix[ 1 ][ 2 ], - viewMatrix[ 2 ][ 2 ] ) );
		} else {
			cameraToVertex = normalize( worldPosition.xyz - cameraPosition );
		}
		vec3 worldNormal = inverseTransformDirection( transformedNormal, viewMatrix );
		#ifdef ENVMAP_MODE_REFLECTION
			vReflect = reflect( cameraToVertex, worldNormal );
		#else
			vReflect = refract( cameraToVertex, worldNormal, refractionRatio );
		#endif
	#endif
#endif`,Ex=`#ifdef USE_FOG
	vFogDepth = - mvPosition.z;
#endif`,Tx=`#ifdef USE_FOG
	varying float vFogDepth;
#endif`,Ax=`#ifdef USE_FOG
	#ifdef FOG_EXP2
		float fogFactor = 1.0 - exp( - fogDensity * fogDensity * vFogDepth * vFogDepth );
	#else
		float fogFactor = smoothstep( fogNear, fogFar, vFogDepth );
	#endif
	gl_FragColor.rgb = mix( gl_FragColor.rgb, fogColor, fogFactor );
#endif`,Cx=`#ifdef USE_FOG
	uniform vec3 fogColor;
	varying float vFogDepth;
	#ifdef FOG_EXP2
		uniform float fogDensity;
	#else
		uniform float fogNear;
		uniform float fogFar;
	#endif
#endif`,Rx=`#ifdef USE_GRADIENTMAP
	uniform sampler2D gradientMap;
#endif
vec3 getGradientIrradiance( vec3 normal, vec3 lightDirection ) {
	float dotNL = dot( normal, lightDirection );
	vec2 coord = vec2( dotNL * 0.5 + 0.5, 0.0 );
	#ifdef USE_GRADIENTMAP
		return vec3( texture2D( gradientMap, coord ).r );
	#else
		vec2 fw = fwidth( coord ) * 0.5;
		return mix( vec3( 0.7 ), vec3( 1.0 ), smoothstep( 0.7 - fw.x, 0.7 + fw.x, coord.x ) );
	#endif
}`,Px=`#ifdef USE_LIGHTMAP
	uniform sampler2D lightMap;
	uniform float lightMapIntensity;
#endif`,Ix=`LambertMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularStrength = specularStrength;`,Lx=`varying vec3 vViewPosition;
struct LambertMaterial {
	vec3 diffuseColor;
	float specularStrength;
};
void RE_Direct_Lambert( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Lambert( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in LambertMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Lambert
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Lambert`,Dx=`uniform bool receiveShadow;
uniform vec3 ambientLightColor;
#if defined( USE_LIGHT_PROBES )
	uniform vec3 lightProbe[ 9 ];
#endif
vec3 shGetIrradianceAt( in vec3 normal, in vec3 shCoefficients[ 9 ] ) {
	float x = normal.x, y = normal.y, z = normal.z;
	vec3 result = shCoefficients[ 0 ] * 0.886227;
	result += shCoefficients[ 1 ] * 2.0 * 0.511664 * y;
	result += shCoefficients[ 2 ] * 2.0 * 0.511664 * z;
	result += shCoefficients[ 3 ] * 2.0 * 0.511664 * x;
	result += shCoefficients[ 4 ] * 2.0 * 0.429043 * x * y;
	result += shCoefficients[ 5 ] * 2.0 * 0.429043 * y * z;
	result += shCoefficients[ 6 ] * ( 0.743125 * z * z - 0.247708 );
	result += shCoefficients[ 7 ] * 2.0 * 0.429043 * x * z;
	result += shCoefficients[ 8 ] * 0.429043 * ( x * x - y * y );
	return result;
}
vec3 getLightProbeIrradiance( const in vec3 lightProbe[ 9 ], const in vec3 normal ) {
	vec3 worldNormal = inverseTransformDirection( normal, viewMatrix );
	vec3 irradiance = shGetIrradianceAt( worldNormal, lightProbe );
	return irradiance;
}
vec3 getAmbientLightIrradiance( const in vec3 ambientLightColor ) {
	vec3 irradiance = ambientLightColor;
	return irradiance;
}
float getDistanceAttenuation( const in float lightDistance, const in float cutoffDistance, const in float decayExponent ) {
	float distanceFalloff = 1.0 / max( pow( lightDistance, decayExponent ), 0.01 );
	if ( cutoffDistance > 0.0 ) {
		distanceFalloff *= pow2( saturate( 1.0 - pow4( lightDistance / cutoffDistance ) ) );
	}
	return distanceFalloff;
}
float getSpotAttenuation( const in float coneCosine, const in float penumbraCosine, const in float angleCosine ) {
	return smoothstep( coneCosine, penumbraCosine, angleCosine );
}
#if NUM_DIR_LIGHTS > 0
	struct DirectionalLight {
		vec3 direction;
		vec3 color;
	};
	uniform DirectionalLight directionalLights[ NUM_DIR_LIGHTS ];
	void getDirectionalLightInfo( const in DirectionalLight directionalLight, out IncidentLight light ) {
		light.color = directionalLight.color;
		light.direction = directionalLight.direction;
		light.visible = true;
	}
#endif
#if NUM_POINT_LIGHTS > 0
	struct PointLight {
		vec3 position;
		vec3 color;
		float distance;
		float decay;
	};
	uniform PointLight pointLights[ NUM_POINT_LIGHTS ];
	void getPointLightInfo( const in PointLight pointLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = pointLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float lightDistance = length( lVector );
		light.color = pointLight.color;
		light.color *= getDistanceAttenuation( lightDistance, pointLight.distance, pointLight.decay );
		light.visible = ( light.color != vec3( 0.0 ) );
	}
#endif
#if NUM_SPOT_LIGHTS > 0
	struct SpotLight {
		vec3 position;
		vec3 direction;
		vec3 color;
		float distance;
		float decay;
		float coneCos;
		float penumbraCos;
	};
	uniform SpotLight spotLights[ NUM_SPOT_LIGHTS ];
	void getSpotLightInfo( const in SpotLight spotLight, const in vec3 geometryPosition, out IncidentLight light ) {
		vec3 lVector = spotLight.position - geometryPosition;
		light.direction = normalize( lVector );
		float angleCos = dot( light.direction, spotLight.direction );
		float spotAttenuation = getSpotAttenuation( spotLight.coneCos, spotLight.penumbraCos, angleCos );
		if ( spotAttenuation > 0.0 ) {
			float lightDistance = length( lVector );
			light.color = spotLight.color * spotAttenuation;
			light.color *= getDistanceAttenuation( lightDistance, spotLight.distance, spotLight.decay );
			light.visible = ( light.color != vec3( 0.0 ) );
		} else {
			light.color = vec3( 0.0 );
			light.visible = false;
		}
	}
#endif
#if NUM_RECT_AREA_LIGHTS > 0
	struct RectAreaLight {
		vec3 color;
		vec3 position;
		vec3 halfWidth;
		vec3 halfHeight;
	};
	uniform sampler2D ltc_1;	uniform sampler2D ltc_2;
	uniform RectAreaLight rectAreaLights[ NUM_RECT_AREA_LIGHTS ];
#endif
#if NUM_HEMI_LIGHTS > 0
	struct HemisphereLight {
		vec3 direction;
		vec3 skyColor;
		vec3 groundColor;
	};
	uniform HemisphereLight hemisphereLights[ NUM_HEMI_LIGHTS ];
	vec3 getHemisphereLightIrradiance( const in HemisphereLight hemiLight, const in vec3 normal ) {
		float dotNL = dot( normal, hemiLight.direction );
		float hemiDiffuseWeight = 0.5 * dotNL + 0.5;
		vec3 irradiance = mix( hemiLight.groundColor, hemiLight.skyColor, hemiDiffuseWeight );
		return irradiance;
	}
#endif`,Nx=`#ifdef USE_ENVMAP
	vec3 getIBLIrradiance( const in vec3 normal ) {
		#ifdef ENVMAP_TYPE_CUBE_UV
			vec3 worldNormal = inverseTransformDirection( normal, viewMatrix );
			vec4 envMapColor = textureCubeUV( envMap, envMapRotation * worldNormal, 1.0 );
			return PI * envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	vec3 getIBLRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness ) {
		#ifdef ENVMAP_TYPE_CUBE_UV
			vec3 reflectVec = reflect( - viewDir, normal );
			reflectVec = normalize( mix( reflectVec, normal, roughness * roughness) );
			reflectVec = inverseTransformDirection( reflectVec, viewMatrix );
			vec4 envMapColor = textureCubeUV( envMap, envMapRotation * reflectVec, roughness );
			return envMapColor.rgb * envMapIntensity;
		#else
			return vec3( 0.0 );
		#endif
	}
	#ifdef USE_ANISOTROPY
		vec3 getIBLAnisotropyRadiance( const in vec3 viewDir, const in vec3 normal, const in float roughness, const in vec3 bitangent, const in float anisotropy ) {
			#ifdef ENVMAP_TYPE_CUBE_UV
				vec3 bentNormal = cross( bitangent, viewDir );
				bentNormal = normalize( cross( bentNormal, bitangent ) );
				bentNormal = normalize( mix( bentNormal, normal, pow2( pow2( 1.0 - anisotropy * ( 1.0 - roughness ) ) ) ) );
				return getIBLRadiance( viewDir, bentNormal, roughness );
			#else
				return vec3( 0.0 );
			#endif
		}
	#endif
#endif`,Ux=`ToonMaterial material;
material.diffuseColor = diffuseColor.rgb;`,Fx=`varying vec3 vViewPosition;
struct ToonMaterial {
	vec3 diffuseColor;
};
void RE_Direct_Toon( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	vec3 irradiance = getGradientIrradiance( geometryNormal, directLight.direction ) * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Toon( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in ToonMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_Toon
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Toon`,Ox=`BlinnPhongMaterial material;
material.diffuseColor = diffuseColor.rgb;
material.specularColor = specular;
material.specularShininess = shininess;
material.specularStrength = specularStrength;`,Bx=`varying vec3 vViewPosition;
struct BlinnPhongMaterial {
	vec3 diffuseColor;
	vec3 specularColor;
	float specularShininess;
	float specularStrength;
};
void RE_Direct_BlinnPhong( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
	reflectedLight.directSpecular += irradiance * BRDF_BlinnPhong( directLight.direction, geometryViewDir, geometryNormal, material.specularColor, material.specularShininess ) * material.specularStrength;
}
void RE_IndirectDiffuse_BlinnPhong( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in BlinnPhongMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
#define RE_Direct				RE_Direct_BlinnPhong
#define RE_IndirectDiffuse		RE_IndirectDiffuse_BlinnPhong`,kx=`PhysicalMaterial material;
material.diffuseColor = diffuseColor.rgb * ( 1.0 - metalnessFactor );
vec3 dxy = max( abs( dFdx( nonPerturbedNormal ) ), abs( dFdy( nonPerturbedNormal ) ) );
float geometryRoughness = max( max( dxy.x, dxy.y ), dxy.z );
material.roughness = max( roughnessFactor, 0.0525 );material.roughness += geometryRoughness;
material.roughness = min( material.roughness, 1.0 );
#ifdef IOR
	material.ior = ior;
	#ifdef USE_SPECULAR
		float specularIntensityFactor = specularIntensity;
		vec3 specularColorFactor = specularColor;
		#ifdef USE_SPECULAR_COLORMAP
			specularColorFactor *= texture2D( specularColorMap, vSpecularColorMapUv ).rgb;
		#endif
		#ifdef USE_SPECULAR_INTENSITYMAP
			specularIntensityFactor *= texture2D( specularIntensityMap, vSpecularIntensityMapUv ).a;
		#endif
		material.specularF90 = mix( specularIntensityFactor, 1.0, metalnessFactor );
	#else
		float specularIntensityFactor = 1.0;
		vec3 specularColorFactor = vec3( 1.0 );
		material.specularF90 = 1.0;
	#endif
	material.specularColor = mix( min( pow2( ( material.ior - 1.0 ) / ( material.ior + 1.0 ) ) * specularColorFactor, vec3( 1.0 ) ) * specularIntensityFactor, diffuseColor.rgb, metalnessFactor );
#else
	material.specularColor = mix( vec3( 0.04 ), diffuseColor.rgb, metalnessFactor );
	material.specularF90 = 1.0;
#endif
#ifdef USE_CLEARCOAT
	material.clearcoat = clearcoat;
	material.clearcoatRoughness = clearcoatRoughness;
	material.clearcoatF0 = vec3( 0.04 );
	material.clearcoatF90 = 1.0;
	#ifdef USE_CLEARCOATMAP
		material.clearcoat *= texture2D( clearcoatMap, vClearcoatMapUv ).x;
	#endif
	#ifdef USE_CLEARCOAT_ROUGHNESSMAP
		material.clearcoatRoughness *= texture2D( clearcoatRoughnessMap, vClearcoatRoughnessMapUv ).y;
	#endif
	material.clearcoat = saturate( material.clearcoat );	material.clearcoatRoughness = max( material.clearcoatRoughness, 0.0525 );
	material.clearcoatRoughness += geometryRoughness;
	material.clearcoatRoughness = min( material.clearcoatRoughness, 1.0 );
#endif
#ifdef USE_DISPERSION
	material.dispersion = dispersion;
#endif
#ifdef USE_IRIDESCENCE
	material.iridescence = iridescence;
	material.iridescenceIOR = iridescenceIOR;
	#ifdef USE_IRIDESCENCEMAP
		material.iridescence *= texture2D( iridescenceMap, vIridescenceMapUv ).r;
	#endif
	#ifdef USE_IRIDESCENCE_THICKNESSMAP
		material.iridescenceThickness = (iridescenceThicknessMaximum - iridescenceThicknessMinimum) * texture2D( iridescenceThicknessMap, vIridescenceThicknessMapUv ).g + iridescenceThicknessMinimum;
	#else
		material.iridescenceThickness = iridescenceThicknessMaximum;
	#endif
#endif
#ifdef USE_SHEEN
	material.sheenColor = sheenColor;
	#ifdef USE_SHEEN_COLORMAP
		material.sheenColor *= texture2D( sheenColorMap, vSheenColorMapUv ).rgb;
	#endif
	material.sheenRoughness = clamp( sheenRoughness, 0.07, 1.0 );
	#ifdef USE_SHEEN_ROUGHNESSMAP
		material.sheenRoughness *= texture2D( sheenRoughnessMap, vSheenRoughnessMapUv ).a;
	#endif
#endif
#ifdef USE_ANISOTROPY
	#ifdef USE_ANISOTROPYMAP
		mat2 anisotropyMat = mat2( anisotropyVector.x, anisotropyVector.y, - anisotropyVector.y, anisotropyVector.x );
		vec3 anisotropyPolar = texture2D( anisotropyMap, vAnisotropyMapUv ).rgb;
		vec2 anisotropyV = anisotropyMat * normalize( 2.0 * anisotropyPolar.rg - vec2( 1.0 ) ) * anisotropyPolar.b;
	#else
		vec2 anisotropyV = anisotropyVector;
	#endif
	material.anisotropy = length( anisotropyV );
	if( material.anisotropy == 0.0 ) {
		anisotropyV = vec2( 1.0, 0.0 );
	} else {
		anisotropyV /= material.anisotropy;
		material.anisotropy = saturate( material.anisotropy );
	}
	material.alphaT = mix( pow2( material.roughness ), 1.0, pow2( material.anisotropy ) );
	material.anisotropyT = tbn[ 0 ] * anisotropyV.x + tbn[ 1 ] * anisotropyV.y;
	material.anisotropyB = tbn[ 1 ] * anisotropyV.x - tbn[ 0 ] * anisotropyV.y;
#endif`,zx=`struct PhysicalMaterial {
	vec3 diffuseColor;
	float roughness;
	vec3 specularColor;
	float specularF90;
	float dispersion;
	#ifdef USE_CLEARCOAT
		float clearcoat;
		float clearcoatRoughness;
		vec3 clearcoatF0;
		float clearcoatF90;
	#endif
	#ifdef USE_IRIDESCENCE
		float iridescence;
		float iridescenceIOR;
		float iridescenceThickness;
		vec3 iridescenceFresnel;
		vec3 iridescenceF0;
	#endif
	#ifdef USE_SHEEN
		vec3 sheenColor;
		float sheenRoughness;
	#endif
	#ifdef IOR
		float ior;
	#endif
	#ifdef USE_TRANSMISSION
		float transmission;
		float transmissionAlpha;
		float thickness;
		float attenuationDistance;
		vec3 attenuationColor;
	#endif
	#ifdef USE_ANISOTROPY
		float anisotropy;
		float alphaT;
		vec3 anisotropyT;
		vec3 anisotropyB;
	#endif
};
vec3 clearcoatSpecularDirect = vec3( 0.0 );
vec3 clearcoatSpecularIndirect = vec3( 0.0 );
vec3 sheenSpecularDirect = vec3( 0.0 );
vec3 sheenSpecularIndirect = vec3(0.0 );
vec3 Schlick_to_F0( const in vec3 f, const in float f90, const in float dotVH ) {
    float x = clamp( 1.0 - dotVH, 0.0, 1.0 );
    float x2 = x * x;
    float x5 = clamp( x * x2 * x2, 0.0, 0.9999 );
    return ( f - vec3( f90 ) * x5 ) / ( 1.0 - x5 );
}
float V_GGX_SmithCorrelated( const in float alpha, const in float dotNL, const in float dotNV ) {
	float a2 = pow2( alpha );
	float gv = dotNL * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNV ) );
	float gl = dotNV * sqrt( a2 + ( 1.0 - a2 ) * pow2( dotNL ) );
	return 0.5 / max( gv + gl, EPSILON );
}
float D_GGX( const in float alpha, const in float dotNH ) {
	float a2 = pow2( alpha );
	float denom = pow2( dotNH ) * ( a2 - 1.0 ) + 1.0;
	return RECIPROCAL_PI * a2 / pow2( denom );
}
#ifdef USE_ANISOTROPY
	float V_GGX_SmithCorrelated_Anisotropic( const in float alphaT, const in float alphaB, const in float dotTV, const in float dotBV, const in float dotTL, const in float dotBL, const in float dotNV, const in float dotNL ) {
		float gv = dotNL * length( vec3( alphaT * dotTV, alphaB * dotBV, dotNV ) );
		float gl = dotNV * length( vec3( alphaT * dotTL, alphaB * dotBL, dotNL ) );
		float v = 0.5 / ( gv + gl );
		return saturate(v);
	}
	float D_GGX_Anisotropic( const in float alphaT, const in float alphaB, const in float dotNH, const in float dotTH, const in float dotBH ) {
		float a2 = alphaT * alphaB;
		highp vec3 v = vec3( alphaB * dotTH, alphaT * dotBH, a2 * dotNH );
		highp float v2 = dot( v, v );
		float w2 = a2 / v2;
		return RECIPROCAL_PI * a2 * pow2 ( w2 );
	}
#endif
#ifdef USE_CLEARCOAT
	vec3 BRDF_GGX_Clearcoat( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material) {
		vec3 f0 = material.clearcoatF0;
		float f90 = material.clearcoatF90;
		float roughness = material.clearcoatRoughness;
		float alpha = pow2( roughness );
		vec3 halfDir = normalize( lightDir + viewDir );
		float dotNL = saturate( dot( normal, lightDir ) );
		float dotNV = saturate( dot( normal, viewDir ) );
		float dotNH = saturate( dot( normal, halfDir ) );
		float dotVH = saturate( dot( viewDir, halfDir ) );
		vec3 F = F_Schlick( f0, f90, dotVH );
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
		return F * ( V * D );
	}
#endif
vec3 BRDF_GGX( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, const in PhysicalMaterial material ) {
	vec3 f0 = material.specularColor;
	float f90 = material.specularF90;
	float roughness = material.roughness;
	float alpha = pow2( roughness );
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float dotVH = saturate( dot( viewDir, halfDir ) );
	vec3 F = F_Schlick( f0, f90, dotVH );
	#ifdef USE_IRIDESCENCE
		F = mix( F, material.iridescenceFresnel, material.iridescence );
	#endif
	#ifdef USE_ANISOTROPY
		float dotTL = dot( material.anisotropyT, lightDir );
		float dotTV = dot( material.anisotropyT, viewDir );
		float dotTH = dot( material.anisotropyT, halfDir );
		float dotBL = dot( material.anisotropyB, lightDir );
		float dotBV = dot( material.anisotropyB, viewDir );
		float dotBH = dot( material.anisotropyB, halfDir );
		float V = V_GGX_SmithCorrelated_Anisotropic( material.alphaT, alpha, dotTV, dotBV, dotTL, dotBL, dotNV, dotNL );
		float D = D_GGX_Anisotropic( material.alphaT, alpha, dotNH, dotTH, dotBH );
	#else
		float V = V_GGX_SmithCorrelated( alpha, dotNL, dotNV );
		float D = D_GGX( alpha, dotNH );
	#endif
	return F * ( V * D );
}
vec2 LTC_Uv( const in vec3 N, const in vec3 V, const in float roughness ) {
	const float LUT_SIZE = 64.0;
	const float LUT_SCALE = ( LUT_SIZE - 1.0 ) / LUT_SIZE;
	const float LUT_BIAS = 0.5 / LUT_SIZE;
	float dotNV = saturate( dot( N, V ) );
	vec2 uv = vec2( roughness, sqrt( 1.0 - dotNV ) );
	uv = uv * LUT_SCALE + LUT_BIAS;
	return uv;
}
float LTC_ClippedSphereFormFactor( const in vec3 f ) {
	float l = length( f );
	return max( ( l * l + f.z ) / ( l + 1.0 ), 0.0 );
}
vec3 LTC_EdgeVectorFormFactor( const in vec3 v1, const in vec3 v2 ) {
	float x = dot( v1, v2 );
	float y = abs( x );
	float a = 0.8543985 + ( 0.4965155 + 0.0145206 * y ) * y;
	float b = 3.4175940 + ( 4.1616724 + y ) * y;
	float v = a / b;
	float theta_sintheta = ( x > 0.0 ) ? v : 0.5 * inversesqrt( max( 1.0 - x * x, 1e-7 ) ) - v;
	return cross( v1, v2 ) * theta_sintheta;
}
vec3 LTC_Evaluate( const in vec3 N, const in vec3 V, const in vec3 P, const in mat3 mInv, const in vec3 rectCoords[ 4 ] ) {
	vec3 v1 = rectCoords[ 1 ] - rectCoords[ 0 ];
	vec3 v2 = rectCoords[ 3 ] - rectCoords[ 0 ];
	vec3 lightNormal = cross( v1, v2 );
	if( dot( lightNormal, P - rectCoords[ 0 ] ) < 0.0 ) return vec3( 0.0 );
	vec3 T1, T2;
	T1 = normalize( V - N * dot( V, N ) );
	T2 = - cross( N, T1 );
	mat3 mat = mInv * transposeMat3( mat3( T1, T2, N ) );
	vec3 coords[ 4 ];
	coords[ 0 ] = mat * ( rectCoords[ 0 ] - P );
	coords[ 1 ] = mat * ( rectCoords[ 1 ] - P );
	coords[ 2 ] = mat * ( rectCoords[ 2 ] - P );
	coords[ 3 ] = mat * ( rectCoords[ 3 ] - P );
	coords[ 0 ] = normalize( coords[ 0 ] );
	coords[ 1 ] = normalize( coords[ 1 ] );
	coords[ 2 ] = normalize( coords[ 2 ] );
	coords[ 3 ] = normalize( coords[ 3 ] );
	vec3 vectorFormFactor = vec3( 0.0 );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 0 ], coords[ 1 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 1 ], coords[ 2 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 2 ], coords[ 3 ] );
	vectorFormFactor += LTC_EdgeVectorFormFactor( coords[ 3 ], coords[ 0 ] );
	float result = LTC_ClippedSphereFormFactor( vectorFormFactor );
	return vec3( result );
}
#if defined( USE_SHEEN )
float D_Charlie( float roughness, float dotNH ) {
	float alpha = pow2( roughness );
	float invAlpha = 1.0 / alpha;
	float cos2h = dotNH * dotNH;
	float sin2h = max( 1.0 - cos2h, 0.0078125 );
	return ( 2.0 + invAlpha ) * pow( sin2h, invAlpha * 0.5 ) / ( 2.0 * PI );
}
float V_Neubelt( float dotNV, float dotNL ) {
	return saturate( 1.0 / ( 4.0 * ( dotNL + dotNV - dotNL * dotNV ) ) );
}
vec3 BRDF_Sheen( const in vec3 lightDir, const in vec3 viewDir, const in vec3 normal, vec3 sheenColor, const in float sheenRoughness ) {
	vec3 halfDir = normalize( lightDir + viewDir );
	float dotNL = saturate( dot( normal, lightDir ) );
	float dotNV = saturate( dot( normal, viewDir ) );
	float dotNH = saturate( dot( normal, halfDir ) );
	float D = D_Charlie( sheenRoughness, dotNH );
	float V = V_Neubelt( dotNV, dotNL );
	return sheenColor * ( D * V );
}
#endif
float IBLSheenBRDF( const in vec3 normal, const in vec3 viewDir, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	float r2 = roughness * roughness;
	float a = roughness < 0.25 ? -339.2 * r2 + 161.4 * roughness - 25.9 : -8.48 * r2 + 14.3 * roughness - 9.95;
	float b = roughness < 0.25 ? 44.0 * r2 - 23.7 * roughness + 3.26 : 1.97 * r2 - 3.27 * roughness + 0.72;
	float DG = exp( a * dotNV + b ) + ( roughness < 0.25 ? 0.0 : 0.1 * ( roughness - 0.25 ) );
	return saturate( DG * RECIPROCAL_PI );
}
vec2 DFGApprox( const in vec3 normal, const in vec3 viewDir, const in float roughness ) {
	float dotNV = saturate( dot( normal, viewDir ) );
	const vec4 c0 = vec4( - 1, - 0.0275, - 0.572, 0.022 );
	const vec4 c1 = vec4( 1, 0.0425, 1.04, - 0.04 );
	vec4 r = roughness * c0 + c1;
	float a004 = min( r.x * r.x, exp2( - 9.28 * dotNV ) ) * r.x + r.y;
	vec2 fab = vec2( - 1.04, 1.04 ) * a004 + r.zw;
	return fab;
}
vec3 EnvironmentBRDF( const in vec3 normal, const in vec3 viewDir, const in vec3 specularColor, const in float specularF90, const in float roughness ) {
	vec2 fab = DFGApprox( normal, viewDir, roughness );
	return specularColor * fab.x + specularF90 * fab.y;
}
#ifdef USE_IRIDESCENCE
void computeMultiscatteringIridescence( const in vec3 normal, const in vec3 viewDir, const in vec3 specularColor, const in float specularF90, const in float iridescence, const in vec3 iridescenceF0, const in float roughness, inout vec3 singleScatter, inout vec3 multiScatter ) {
#else
void computeMultiscattering( const in vec3 normal, const in vec3 viewDir, const in vec3 specularColor, const in float specularF90, const in float roughness, inout vec3 singleScatter, inout vec3 multiScatter ) {
#endif
	vec2 fab = DFGApprox( normal, viewDir, roughness );
	#ifdef USE_IRIDESCENCE
		vec3 Fr = mix( specularColor, iridescenceF0, iridescence );
	#else
		vec3 Fr = specularColor;
	#endif
	vec3 FssEss = Fr * fab.x + specularF90 * fab.y;
	float Ess = fab.x + fab.y;
	float Ems = 1.0 - Ess;
	vec3 Favg = Fr + ( 1.0 - Fr ) * 0.047619;	vec3 Fms = FssEss * Favg / ( 1.0 - Ems * Favg );
	singleScatter += FssEss;
	multiScatter += Fms * Ems;
}
#if NUM_RECT_AREA_LIGHTS > 0
	void RE_Direct_RectArea_Physical( const in RectAreaLight rectAreaLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
		vec3 normal = geometryNormal;
		vec3 viewDir = geometryViewDir;
		vec3 position = geometryPosition;
		vec3 lightPos = rectAreaLight.position;
		vec3 halfWidth = rectAreaLight.halfWidth;
		vec3 halfHeight = rectAreaLight.halfHeight;
		vec3 lightColor = rectAreaLight.color;
		float roughness = material.roughness;
		vec3 rectCoords[ 4 ];
		rectCoords[ 0 ] = lightPos + halfWidth - halfHeight;		rectCoords[ 1 ] = lightPos - halfWidth - halfHeight;
		rectCoords[ 2 ] = lightPos - halfWidth + halfHeight;
		rectCoords[ 3 ] = lightPos + halfWidth + halfHeight;
		vec2 uv = LTC_Uv( normal, viewDir, roughness );
		vec4 t1 = texture2D( ltc_1, uv );
		vec4 t2 = texture2D( ltc_2, uv );
		mat3 mInv = mat3(
			vec3( t1.x, 0, t1.y ),
			vec3(    0, 1,    0 ),
			vec3( t1.z, 0, t1.w )
		);
		vec3 fresnel = ( material.specularColor * t2.x + ( vec3( 1.0 ) - material.specularColor ) * t2.y );
		reflectedLight.directSpecular += lightColor * fresnel * LTC_Evaluate( normal, viewDir, position, mInv, rectCoords );
		reflectedLight.directDiffuse += lightColor * material.diffuseColor * LTC_Evaluate( normal, viewDir, position, mat3( 1.0 ), rectCoords );
	}
#endif
void RE_Direct_Physical( const in IncidentLight directLight, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	float dotNL = saturate( dot( geometryNormal, directLight.direction ) );
	vec3 irradiance = dotNL * directLight.color;
	#ifdef USE_CLEARCOAT
		float dotNLcc = saturate( dot( geometryClearcoatNormal, directLight.direction ) );
		vec3 ccIrradiance = dotNLcc * directLight.color;
		clearcoatSpecularDirect += ccIrradiance * BRDF_GGX_Clearcoat( directLight.direction, geometryViewDir, geometryClearcoatNormal, material );
	#endif
	#ifdef USE_SHEEN
		sheenSpecularDirect += irradiance * BRDF_Sheen( directLight.direction, geometryViewDir, geometryNormal, material.sheenColor, material.sheenRoughness );
	#endif
	reflectedLight.directSpecular += irradiance * BRDF_GGX( directLight.direction, geometryViewDir, geometryNormal, material );
	reflectedLight.directDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectDiffuse_Physical( const in vec3 irradiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight ) {
	reflectedLight.indirectDiffuse += irradiance * BRDF_Lambert( material.diffuseColor );
}
void RE_IndirectSpecular_Physical( const in vec3 radiance, const in vec3 irradiance, const in vec3 clearcoatRadiance, const in vec3 geometryPosition, const in vec3 geometryNormal, const in vec3 geometryViewDir, const in vec3 geometryClearcoatNormal, const in PhysicalMaterial material, inout ReflectedLight reflectedLight) {
	#ifdef USE_CLEARCOAT
		clearcoatSpecularIndirect += clearcoatRadiance * EnvironmentBRDF( geometryClearcoatNormal, geometryViewDir, material.clearcoatF0, material.clearcoatF90, material.clearcoatRoughness );
	#endif
	#ifdef USE_SHEEN
		sheenSpecularIndirect += irradiance * material.sheenColor * IBLSheenBRDF( geometryNormal, geometryViewDir, material.sheenRoughness );
	#endif
	vec3 singleScattering = vec3( 0.0 );
	vec3 multiScattering = vec3( 0.0 );
	vec3 cosineWeightedIrradiance = irradiance * RECIPROCAL_PI;
	#ifdef USE_IRIDESCENCE
		computeMultiscatteringIridescence( geometryNormal, geometryViewDir, material.specularColor, material.specularF90, material.iridescence, material.iridescenceFresnel, material.roughness, singleScattering, multiScattering );
	#else
		computeMultiscattering( geometryNormal, geometryViewDir, material.specularColor, material.specularF90, material.roughness, singleScattering, multiScattering );
	#endif
	vec3 totalScattering = singleScattering + multiScattering;
	vec3 diffuse = material.diffuseColor * ( 1.0 - max( max( totalScattering.r, totalScattering.g ), totalScattering.b ) );
	reflectedLight.indirectSpecular += radiance * singleScattering;
	reflectedLight.indirectSpecular += multiScattering * cosineWeightedIrradiance;
	reflectedLight.indirectDiffuse += diffuse * cosineWeightedIrradiance;
}
#define RE_Direct				RE_Direct_Physical
#define RE_Direct_RectArea		RE_Direct_RectArea_Physical
#define RE_IndirectDiffuse		RE_IndirectDiffuse_Physical
#define RE_IndirectSpecular		RE_IndirectSpecular_Physical
float computeSpecularOcclusion( const in float dotNV, const in float ambientOcclusion, const in float roughness ) {
	return saturate( pow( dotNV + ambientOcclusion, exp2( - 16.0 * roughness - 1.0 ) ) - 1.0 + ambientOcclusion );
}`,Vx=`
vec3 geometryPosition = - vViewPosition;
vec3 geometryNormal = normal;
vec3 geometryViewDir = ( isOrthographic ) ? vec3( 0, 0, 1 ) : normalize( vViewPosition );
vec3 geometryClearcoatNormal = vec3( 0.0 );
#ifdef USE_CLEARCOAT
	geometryClearcoatNormal = clearcoatNormal;
#endif
#ifdef USE_IRIDESCENCE
	float dotNVi = saturate( dot( normal, geometryViewDir ) );
	if ( material.iridescenceThickness == 0.0 ) {
		material.iridescence = 0.0;
	} else {
		material.iridescence = saturate( material.iridescence );
	}
	if ( material.iridescence > 0.0 ) {
		material.iridescenceFresnel = evalIridescence( 1.0, material.iridescenceIOR, dotNVi, material.iridescenceThickness, material.specularColor );
		material.iridescenceF0 = Schlick_to_F0( material.iridescenceFresnel, 1.0, dotNVi );
	}
#endif
IncidentLight directLight;
#if ( NUM_POINT_LIGHTS > 0 ) && defined( RE_Direct )
	PointLight pointLight;
	#if defined( USE_SHADOWMAP ) && NUM_POINT_LIGHT_SHADOWS > 0
	PointLightShadow pointLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHTS; i ++ ) {
		pointLight = pointLights[ i ];
		getPointLightInfo( pointLight, geometryPosition, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_POINT_LIGHT_SHADOWS )
		pointLightShadow = pointLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getPointShadow( pointShadowMap[ i ], pointLightShadow.shadowMapSize, pointLightShadow.shadowIntensity, pointLightShadow.shadowBias, pointLightShadow.shadowRadius, vPointShadowCoord[ i ], pointLightShadow.shadowCameraNear, pointLightShadow.shadowCameraFar ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_SPOT_LIGHTS > 0 ) && defined( RE_Direct )
	SpotLight spotLight;
	vec4 spotColor;
	vec3 spotLightCoord;
	bool inSpotLightMap;
	#if defined( USE_SHADOWMAP ) && NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHTS; i ++ ) {
		spotLight = spotLights[ i ];
		getSpotLightInfo( spotLight, geometryPosition, directLight );
		#if ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#define SPOT_LIGHT_MAP_INDEX UNROLLED_LOOP_INDEX
		#elif ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		#define SPOT_LIGHT_MAP_INDEX NUM_SPOT_LIGHT_MAPS
		#else
		#define SPOT_LIGHT_MAP_INDEX ( UNROLLED_LOOP_INDEX - NUM_SPOT_LIGHT_SHADOWS + NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS )
		#endif
		#if ( SPOT_LIGHT_MAP_INDEX < NUM_SPOT_LIGHT_MAPS )
			spotLightCoord = vSpotLightCoord[ i ].xyz / vSpotLightCoord[ i ].w;
			inSpotLightMap = all( lessThan( abs( spotLightCoord * 2. - 1. ), vec3( 1.0 ) ) );
			spotColor = texture2D( spotLightMap[ SPOT_LIGHT_MAP_INDEX ], spotLightCoord.xy );
			directLight.color = inSpotLightMap ? directLight.color * spotColor.rgb : directLight.color;
		#endif
		#undef SPOT_LIGHT_MAP_INDEX
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
		spotLightShadow = spotLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( spotShadowMap[ i ], spotLightShadow.shadowMapSize, spotLightShadow.shadowIntensity, spotLightShadow.shadowBias, spotLightShadow.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_DIR_LIGHTS > 0 ) && defined( RE_Direct )
	DirectionalLight directionalLight;
	#if defined( USE_SHADOWMAP ) && NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLightShadow;
	#endif
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHTS; i ++ ) {
		directionalLight = directionalLights[ i ];
		getDirectionalLightInfo( directionalLight, directLight );
		#if defined( USE_SHADOWMAP ) && ( UNROLLED_LOOP_INDEX < NUM_DIR_LIGHT_SHADOWS )
		directionalLightShadow = directionalLightShadows[ i ];
		directLight.color *= ( directLight.visible && receiveShadow ) ? getShadow( directionalShadowMap[ i ], directionalLightShadow.shadowMapSize, directionalLightShadow.shadowIntensity, directionalLightShadow.shadowBias, directionalLightShadow.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
		#endif
		RE_Direct( directLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if ( NUM_RECT_AREA_LIGHTS > 0 ) && defined( RE_Direct_RectArea )
	RectAreaLight rectAreaLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_RECT_AREA_LIGHTS; i ++ ) {
		rectAreaLight = rectAreaLights[ i ];
		RE_Direct_RectArea( rectAreaLight, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
	}
	#pragma unroll_loop_end
#endif
#if defined( RE_IndirectDiffuse )
	vec3 iblIrradiance = vec3( 0.0 );
	vec3 irradiance = getAmbientLightIrradiance( ambientLightColor );
	#if defined( USE_LIGHT_PROBES )
		irradiance += getLightProbeIrradiance( lightProbe, geometryNormal );
	#endif
	#if ( NUM_HEMI_LIGHTS > 0 )
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_HEMI_LIGHTS; i ++ ) {
			irradiance += getHemisphereLightIrradiance( hemisphereLights[ i ], geometryNormal );
		}
		#pragma unroll_loop_end
	#endif
#endif
#if defined( RE_IndirectSpecular )
	vec3 radiance = vec3( 0.0 );
	vec3 clearcoatRadiance = vec3( 0.0 );
#endif`,Hx=`#if defined( RE_IndirectDiffuse )
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		vec3 lightMapIrradiance = lightMapTexel.rgb * lightMapIntensity;
		irradiance += lightMapIrradiance;
	#endif
	#if defined( USE_ENVMAP ) && defined( STANDARD ) && defined( ENVMAP_TYPE_CUBE_UV )
		iblIrradiance += getIBLIrradiance( geometryNormal );
	#endif
#endif
#if defined( USE_ENVMAP ) && defined( RE_IndirectSpecular )
	#ifdef USE_ANISOTROPY
		radiance += getIBLAnisotropyRadiance( geometryViewDir, geometryNormal, material.roughness, material.anisotropyB, material.anisotropy );
	#else
		radiance += getIBLRadiance( geometryViewDir, geometryNormal, material.roughness );
	#endif
	#ifdef USE_CLEARCOAT
		clearcoatRadiance += getIBLRadiance( geometryViewDir, geometryClearcoatNormal, material.clearcoatRoughness );
	#endif
#endif`,Gx=`#if defined( RE_IndirectDiffuse )
	RE_IndirectDiffuse( irradiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif
#if defined( RE_IndirectSpecular )
	RE_IndirectSpecular( radiance, iblIrradiance, clearcoatRadiance, geometryPosition, geometryNormal, geometryViewDir, geometryClearcoatNormal, material, reflectedLight );
#endif`,Wx=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	gl_FragDepth = vIsPerspective == 0.0 ? gl_FragCoord.z : log2( vFragDepth ) * logDepthBufFC * 0.5;
#endif`,Xx=`#if defined( USE_LOGARITHMIC_DEPTH_BUFFER )
	uniform float logDepthBufFC;
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,qx=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	varying float vFragDepth;
	varying float vIsPerspective;
#endif`,Yx=`#ifdef USE_LOGARITHMIC_DEPTH_BUFFER
	vFragDepth = 1.0 + gl_Position.w;
	vIsPerspective = float( isPerspectiveMatrix( projectionMatrix ) );
#endif`,Zx=`#ifdef USE_MAP
	vec4 sampledDiffuseColor = texture2D( map, vMapUv );
	#ifdef DECODE_VIDEO_TEXTURE
		sampledDiffuseColor = sRGBTransferEOTF( sampledDiffuseColor );
	#endif
	diffuseColor *= sampledDiffuseColor;
#endif`,$x=`#ifdef USE_MAP
	uniform sampler2D map;
#endif`,Kx=`#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
	#if defined( USE_POINTS_UV )
		vec2 uv = vUv;
	#else
		vec2 uv = ( uvTransform * vec3( gl_PointCoord.x, 1.0 - gl_PointCoord.y, 1 ) ).xy;
	#endif
#endif
#ifdef USE_MAP
	diffuseColor *= texture2D( map, uv );
#endif
#ifdef USE_ALPHAMAP
	diffuseColor.a *= texture2D( alphaMap, uv ).g;
#endif`,Jx=`#if defined( USE_POINTS_UV )
	varying vec2 vUv;
#else
	#if defined( USE_MAP ) || defined( USE_ALPHAMAP )
		uniform mat3 uvTransform;
	#endif
#endif
#ifdef USE_MAP
	uniform sampler2D map;
#endif
#ifdef USE_ALPHAMAP
	uniform sampler2D alphaMap;
#endif`,jx=`float metalnessFactor = metalness;
#ifdef USE_METALNESSMAP
	vec4 texelMetalness = texture2D( metalnessMap, vMetalnessMapUv );
	metalnessFactor *= texelMetalness.b;
#endif`,Qx=`#ifdef USE_METALNESSMAP
	uniform sampler2D metalnessMap;
#endif`,tv=`#ifdef USE_INSTANCING_MORPH
	float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	float morphTargetBaseInfluence = texelFetch( morphTexture, ivec2( 0, gl_InstanceID ), 0 ).r;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		morphTargetInfluences[i] =  texelFetch( morphTexture, ivec2( i + 1, gl_InstanceID ), 0 ).r;
	}
#endif`,ev=`#if defined( USE_MORPHCOLORS )
	vColor *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		#if defined( USE_COLOR_ALPHA )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor += getMorph( gl_VertexID, i, 2 ) * morphTargetInfluences[ i ];
		#elif defined( USE_COLOR )
			if ( morphTargetInfluences[ i ] != 0.0 ) vColor += getMorph( gl_VertexID, i, 2 ).rgb * morphTargetInfluences[ i ];
		#endif
	}
#endif`,nv=`#ifdef USE_MORPHNORMALS
	objectNormal *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) objectNormal += getMorph( gl_VertexID, i, 1 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,iv=`#ifdef USE_MORPHTARGETS
	#ifndef USE_INSTANCING_MORPH
		uniform float morphTargetBaseInfluence;
		uniform float morphTargetInfluences[ MORPHTARGETS_COUNT ];
	#endif
	uniform sampler2DArray morphTargetsTexture;
	uniform ivec2 morphTargetsTextureSize;
	vec4 getMorph( const in int vertexIndex, const in int morphTargetIndex, const in int offset ) {
		int texelIndex = vertexIndex * MORPHTARGETS_TEXTURE_STRIDE + offset;
		int y = texelIndex / morphTargetsTextureSize.x;
		int x = texelIndex - y * morphTargetsTextureSize.x;
		ivec3 morphUV = ivec3( x, y, morphTargetIndex );
		return texelFetch( morphTargetsTexture, morphUV, 0 );
	}
#endif`,sv=`#ifdef USE_MORPHTARGETS
	transformed *= morphTargetBaseInfluence;
	for ( int i = 0; i < MORPHTARGETS_COUNT; i ++ ) {
		if ( morphTargetInfluences[ i ] != 0.0 ) transformed += getMorph( gl_VertexID, i, 0 ).xyz * morphTargetInfluences[ i ];
	}
#endif`,rv=`float faceDirection = gl_FrontFacing ? 1.0 : - 1.0;
#ifdef FLAT_SHADED
	vec3 fdx = dFdx( vViewPosition );
	vec3 fdy = dFdy( vViewPosition );
	vec3 normal = normalize( cross( fdx, fdy ) );
#else
	vec3 normal = normalize( vNormal );
	#ifdef DOUBLE_SIDED
		normal *= faceDirection;
	#endif
#endif
#if defined( USE_NORMALMAP_TANGENTSPACE ) || defined( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY )
	#ifdef USE_TANGENT
		mat3 tbn = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn = getTangentFrame( - vViewPosition, normal,
		#if defined( USE_NORMALMAP )
			vNormalMapUv
		#elif defined( USE_CLEARCOAT_NORMALMAP )
			vClearcoatNormalMapUv
		#else
			vUv
		#endif
		);
	#endif
	#if defined( DOUBLE_SIDED ) && ! defined( FLAT_SHADED )
		tbn[0] *= faceDirection;
		tbn[1] *= faceDirection;
	#endif
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	#ifdef USE_TANGENT
		mat3 tbn2 = mat3( normalize( vTangent ), normalize( vBitangent ), normal );
	#else
		mat3 tbn2 = getTangentFrame( - vViewPosition, normal, vClearcoatNormalMapUv );
	#endif
	#if defined( DOUBLE_SIDED ) && ! defined( FLAT_SHADED )
		tbn2[0] *= faceDirection;
		tbn2[1] *= faceDirection;
	#endif
#endif
vec3 nonPerturbedNormal = normal;`,ov=`#ifdef USE_NORMALMAP_OBJECTSPACE
	normal = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	#ifdef FLIP_SIDED
		normal = - normal;
	#endif
	#ifdef DOUBLE_SIDED
		normal = normal * faceDirection;
	#endif
	normal = normalize( normalMatrix * normal );
#elif defined( USE_NORMALMAP_TANGENTSPACE )
	vec3 mapN = texture2D( normalMap, vNormalMapUv ).xyz * 2.0 - 1.0;
	mapN.xy *= normalScale;
	normal = normalize( tbn * mapN );
#elif defined( USE_BUMPMAP )
	normal = perturbNormalArb( - vViewPosition, normal, dHdxy_fwd(), faceDirection );
#endif`,av=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,lv=`#ifndef FLAT_SHADED
	varying vec3 vNormal;
	#ifdef USE_TANGENT
		varying vec3 vTangent;
		varying vec3 vBitangent;
	#endif
#endif`,cv=`#ifndef FLAT_SHADED
	vNormal = normalize( transformedNormal );
	#ifdef USE_TANGENT
		vTangent = normalize( transformedTangent );
		vBitangent = normalize( cross( vNormal, vTangent ) * tangent.w );
	#endif
#endif`,hv=`#ifdef USE_NORMALMAP
	uniform sampler2D normalMap;
	uniform vec2 normalScale;
#endif
#ifdef USE_NORMALMAP_OBJECTSPACE
	uniform mat3 normalMatrix;
#endif
#if ! defined ( USE_TANGENT ) && ( defined ( USE_NORMALMAP_TANGENTSPACE ) || defined ( USE_CLEARCOAT_NORMALMAP ) || defined( USE_ANISOTROPY ) )
	mat3 getTangentFrame( vec3 eye_pos, vec3 surf_norm, vec2 uv ) {
		vec3 q0 = dFdx( eye_pos.xyz );
		vec3 q1 = dFdy( eye_pos.xyz );
		vec2 st0 = dFdx( uv.st );
		vec2 st1 = dFdy( uv.st );
		vec3 N = surf_norm;
		vec3 q1perp = cross( q1, N );
		vec3 q0perp = cross( N, q0 );
		vec3 T = q1perp * st0.x + q0perp * st1.x;
		vec3 B = q1perp * st0.y + q0perp * st1.y;
		float det = max( dot( T, T ), dot( B, B ) );
		float scale = ( det == 0.0 ) ? 0.0 : inversesqrt( det );
		return mat3( T * scale, B * scale, N );
	}
#endif`,uv=`#ifdef USE_CLEARCOAT
	vec3 clearcoatNormal = nonPerturbedNormal;
#endif`,dv=`#ifdef USE_CLEARCOAT_NORMALMAP
	vec3 clearcoatMapN = texture2D( clearcoatNormalMap, vClearcoatNormalMapUv ).xyz * 2.0 - 1.0;
	clearcoatMapN.xy *= clearcoatNormalScale;
	clearcoatNormal = normalize( tbn2 * clearcoatMapN );
#endif`,fv=`#ifdef USE_CLEARCOATMAP
	uniform sampler2D clearcoatMap;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform sampler2D clearcoatNormalMap;
	uniform vec2 clearcoatNormalScale;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform sampler2D clearcoatRoughnessMap;
#endif`,pv=`#ifdef USE_IRIDESCENCEMAP
	uniform sampler2D iridescenceMap;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform sampler2D iridescenceThicknessMap;
#endif`,mv=`#ifdef OPAQUE
diffuseColor.a = 1.0;
#endif
#ifdef USE_TRANSMISSION
diffuseColor.a *= material.transmissionAlpha;
#endif
gl_FragColor = vec4( outgoingLight, diffuseColor.a );`,gv=`vec3 packNormalToRGB( const in vec3 normal ) {
	return normalize( normal ) * 0.5 + 0.5;
}
vec3 unpackRGBToNormal( const in vec3 rgb ) {
	return 2.0 * rgb.xyz - 1.0;
}
const float PackUpscale = 256. / 255.;const float UnpackDownscale = 255. / 256.;const float ShiftRight8 = 1. / 256.;
const float Inv255 = 1. / 255.;
const vec4 PackFactors = vec4( 1.0, 256.0, 256.0 * 256.0, 256.0 * 256.0 * 256.0 );
const vec2 UnpackFactors2 = vec2( UnpackDownscale, 1.0 / PackFactors.g );
const vec3 UnpackFactors3 = vec3( UnpackDownscale / PackFactors.rg, 1.0 / PackFactors.b );
const vec4 UnpackFactors4 = vec4( UnpackDownscale / PackFactors.rgb, 1.0 / PackFactors.a );
vec4 packDepthToRGBA( const in float v ) {
	if( v <= 0.0 )
		return vec4( 0., 0., 0., 0. );
	if( v >= 1.0 )
		return vec4( 1., 1., 1., 1. );
	float vuf;
	float af = modf( v * PackFactors.a, vuf );
	float bf = modf( vuf * ShiftRight8, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec4( vuf * Inv255, gf * PackUpscale, bf * PackUpscale, af );
}
vec3 packDepthToRGB( const in float v ) {
	if( v <= 0.0 )
		return vec3( 0., 0., 0. );
	if( v >= 1.0 )
		return vec3( 1., 1., 1. );
	float vuf;
	float bf = modf( v * PackFactors.b, vuf );
	float gf = modf( vuf * ShiftRight8, vuf );
	return vec3( vuf * Inv255, gf * PackUpscale, bf );
}
vec2 packDepthToRG( const in float v ) {
	if( v <= 0.0 )
		return vec2( 0., 0. );
	if( v >= 1.0 )
		return vec2( 1., 1. );
	float vuf;
	float gf = modf( v * 256., vuf );
	return vec2( vuf * Inv255, gf );
}
float unpackRGBAToDepth( const in vec4 v ) {
	return dot( v, UnpackFactors4 );
}
float unpackRGBToDepth( const in vec3 v ) {
	return dot( v, UnpackFactors3 );
}
float unpackRGToDepth( const in vec2 v ) {
	return v.r * UnpackFactors2.r + v.g * UnpackFactors2.g;
}
vec4 pack2HalfToRGBA( const in vec2 v ) {
	vec4 r = vec4( v.x, fract( v.x * 255.0 ), v.y, fract( v.y * 255.0 ) );
	return vec4( r.x - r.y / 255.0, r.y, r.z - r.w / 255.0, r.w );
}
vec2 unpackRGBATo2Half( const in vec4 v ) {
	return vec2( v.x + ( v.y / 255.0 ), v.z + ( v.w / 255.0 ) );
}
float viewZToOrthographicDepth( const in float viewZ, const in float near, const in float far ) {
	return ( viewZ + near ) / ( near - far );
}
float orthographicDepthToViewZ( const in float depth, const in float near, const in float far ) {
	return depth * ( near - far ) - near;
}
float viewZToPerspectiveDepth( const in float viewZ, const in float near, const in float far ) {
	return ( ( near + viewZ ) * far ) / ( ( far - near ) * viewZ );
}
float perspectiveDepthToViewZ( const in float depth, const in float near, const in float far ) {
	return ( near * far ) / ( ( far - near ) * depth - far );
}`,_v=`#ifdef PREMULTIPLIED_ALPHA
	gl_FragColor.rgb *= gl_FragColor.a;
#endif`,yv=`vec4 mvPosition = vec4( transformed, 1.0 );
#ifdef USE_BATCHING
	mvPosition = batchingMatrix * mvPosition;
#endif
#ifdef USE_INSTANCING
	mvPosition = instanceMatrix * mvPosition;
#endif
mvPosition = modelViewMatrix * mvPosition;
gl_Position = projectionMatrix * mvPosition;`,xv=`#ifdef DITHERING
	gl_FragColor.rgb = dithering( gl_FragColor.rgb );
#endif`,vv=`#ifdef DITHERING
	vec3 dithering( vec3 color ) {
		float grid_position = rand( gl_FragCoord.xy );
		vec3 dither_shift_RGB = vec3( 0.25 / 255.0, -0.25 / 255.0, 0.25 / 255.0 );
		dither_shift_RGB = mix( 2.0 * dither_shift_RGB, -2.0 * dither_shift_RGB, grid_position );
		return color + dither_shift_RGB;
	}
#endif`,Mv=`float roughnessFactor = roughness;
#ifdef USE_ROUGHNESSMAP
	vec4 texelRoughness = texture2D( roughnessMap, vRoughnessMapUv );
	roughnessFactor *= texelRoughness.g;
#endif`,bv=`#ifdef USE_ROUGHNESSMAP
	uniform sampler2D roughnessMap;
#endif`,Sv=`#if NUM_SPOT_LIGHT_COORDS > 0
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#if NUM_SPOT_LIGHT_MAPS > 0
	uniform sampler2D spotLightMap[ NUM_SPOT_LIGHT_MAPS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_DIR_LIGHT_SHADOWS > 0
		uniform sampler2D directionalShadowMap[ NUM_DIR_LIGHT_SHADOWS ];
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		uniform sampler2D spotShadowMap[ NUM_SPOT_LIGHT_SHADOWS ];
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		uniform sampler2D pointShadowMap[ NUM_POINT_LIGHT_SHADOWS ];
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
	float texture2DCompare( sampler2D depths, vec2 uv, float compare ) {
		float depth = unpackRGBAToDepth( texture2D( depths, uv ) );
		#ifdef USE_REVERSED_DEPTH_BUFFER
			return step( depth, compare );
		#else
			return step( compare, depth );
		#endif
	}
	vec2 texture2DDistribution( sampler2D shadow, vec2 uv ) {
		return unpackRGBATo2Half( texture2D( shadow, uv ) );
	}
	float VSMShadow( sampler2D shadow, vec2 uv, float compare ) {
		float occlusion = 1.0;
		vec2 distribution = texture2DDistribution( shadow, uv );
		#ifdef USE_REVERSED_DEPTH_BUFFER
			float hard_shadow = step( distribution.x, compare );
		#else
			float hard_shadow = step( compare, distribution.x );
		#endif
		if ( hard_shadow != 1.0 ) {
			float distance = compare - distribution.x;
			float variance = max( 0.00000, distribution.y * distribution.y );
			float softness_probability = variance / (variance + distance * distance );			softness_probability = clamp( ( softness_probability - 0.3 ) / ( 0.95 - 0.3 ), 0.0, 1.0 );			occlusion = clamp( max( hard_shadow, softness_probability ), 0.0, 1.0 );
		}
		return occlusion;
	}
	float getShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord ) {
		float shadow = 1.0;
		shadowCoord.xyz /= shadowCoord.w;
		shadowCoord.z += shadowBias;
		bool inFrustum = shadowCoord.x >= 0.0 && shadowCoord.x <= 1.0 && shadowCoord.y >= 0.0 && shadowCoord.y <= 1.0;
		bool frustumTest = inFrustum && shadowCoord.z <= 1.0;
		if ( frustumTest ) {
		#if defined( SHADOWMAP_TYPE_PCF )
			vec2 texelSize = vec2( 1.0 ) / shadowMapSize;
			float dx0 = - texelSize.x * shadowRadius;
			float dy0 = - texelSize.y * shadowRadius;
			float dx1 = + texelSize.x * shadowRadius;
			float dy1 = + texelSize.y * shadowRadius;
			float dx2 = dx0 / 2.0;
			float dy2 = dy0 / 2.0;
			float dx3 = dx1 / 2.0;
			float dy3 = dy1 / 2.0;
			shadow = (
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( dx0, dy0 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( 0.0, dy0 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( dx1, dy0 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( dx2, dy2 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( 0.0, dy2 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( dx3, dy2 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( dx0, 0.0 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( dx2, 0.0 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy, shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( dx3, 0.0 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( dx1, 0.0 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( dx2, dy3 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( 0.0, dy3 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( dx3, dy3 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( dx0, dy1 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( 0.0, dy1 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, shadowCoord.xy + vec2( dx1, dy1 ), shadowCoord.z )
			) * ( 1.0 / 17.0 );
		#elif defined( SHADOWMAP_TYPE_PCF_SOFT )
			vec2 texelSize = vec2( 1.0 ) / shadowMapSize;
			float dx = texelSize.x;
			float dy = texelSize.y;
			vec2 uv = shadowCoord.xy;
			vec2 f = fract( uv * shadowMapSize + 0.5 );
			uv -= f * texelSize;
			shadow = (
				texture2DCompare( shadowMap, uv, shadowCoord.z ) +
				texture2DCompare( shadowMap, uv + vec2( dx, 0.0 ), shadowCoord.z ) +
				texture2DCompare( shadowMap, uv + vec2( 0.0, dy ), shadowCoord.z ) +
				texture2DCompare( shadowMap, uv + texelSize, shadowCoord.z ) +
				mix( texture2DCompare( shadowMap, uv + vec2( -dx, 0.0 ), shadowCoord.z ),
					 texture2DCompare( shadowMap, uv + vec2( 2.0 * dx, 0.0 ), shadowCoord.z ),
					 f.x ) +
				mix( texture2DCompare( shadowMap, uv + vec2( -dx, dy ), shadowCoord.z ),
					 texture2DCompare( shadowMap, uv + vec2( 2.0 * dx, dy ), shadowCoord.z ),
					 f.x ) +
				mix( texture2DCompare( shadowMap, uv + vec2( 0.0, -dy ), shadowCoord.z ),
					 texture2DCompare( shadowMap, uv + vec2( 0.0, 2.0 * dy ), shadowCoord.z ),
					 f.y ) +
				mix( texture2DCompare( shadowMap, uv + vec2( dx, -dy ), shadowCoord.z ),
					 texture2DCompare( shadowMap, uv + vec2( dx, 2.0 * dy ), shadowCoord.z ),
					 f.y ) +
				mix( mix( texture2DCompare( shadowMap, uv + vec2( -dx, -dy ), shadowCoord.z ),
						  texture2DCompare( shadowMap, uv + vec2( 2.0 * dx, -dy ), shadowCoord.z ),
						  f.x ),
					 mix( texture2DCompare( shadowMap, uv + vec2( -dx, 2.0 * dy ), shadowCoord.z ),
						  texture2DCompare( shadowMap, uv + vec2( 2.0 * dx, 2.0 * dy ), shadowCoord.z ),
						  f.x ),
					 f.y )
			) * ( 1.0 / 9.0 );
		#elif defined( SHADOWMAP_TYPE_VSM )
			shadow = VSMShadow( shadowMap, shadowCoord.xy, shadowCoord.z );
		#else
			shadow = texture2DCompare( shadowMap, shadowCoord.xy, shadowCoord.z );
		#endif
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
	vec2 cubeToUV( vec3 v, float texelSizeY ) {
		vec3 absV = abs( v );
		float scaleToCube = 1.0 / max( absV.x, max( absV.y, absV.z ) );
		absV *= scaleToCube;
		v *= scaleToCube * ( 1.0 - 2.0 * texelSizeY );
		vec2 planar = v.xy;
		float almostATexel = 1.5 * texelSizeY;
		float almostOne = 1.0 - almostATexel;
		if ( absV.z >= almostOne ) {
			if ( v.z > 0.0 )
				planar.x = 4.0 - v.x;
		} else if ( absV.x >= almostOne ) {
			float signX = sign( v.x );
			planar.x = v.z * signX + 2.0 * signX;
		} else if ( absV.y >= almostOne ) {
			float signY = sign( v.y );
			planar.x = v.x + 2.0 * signY + 2.0;
			planar.y = v.z * signY - 2.0;
		}
		return vec2( 0.125, 0.25 ) * planar + vec2( 0.375, 0.75 );
	}
	float getPointShadow( sampler2D shadowMap, vec2 shadowMapSize, float shadowIntensity, float shadowBias, float shadowRadius, vec4 shadowCoord, float shadowCameraNear, float shadowCameraFar ) {
		float shadow = 1.0;
		vec3 lightToPosition = shadowCoord.xyz;
		
		float lightToPositionLength = length( lightToPosition );
		if ( lightToPositionLength - shadowCameraFar <= 0.0 && lightToPositionLength - shadowCameraNear >= 0.0 ) {
			float dp = ( lightToPositionLength - shadowCameraNear ) / ( shadowCameraFar - shadowCameraNear );			dp += shadowBias;
			vec3 bd3D = normalize( lightToPosition );
			vec2 texelSize = vec2( 1.0 ) / ( shadowMapSize * vec2( 4.0, 2.0 ) );
			#if defined( SHADOWMAP_TYPE_PCF ) || defined( SHADOWMAP_TYPE_PCF_SOFT ) || defined( SHADOWMAP_TYPE_VSM )
				vec2 offset = vec2( - 1, 1 ) * shadowRadius * texelSize.y;
				shadow = (
					texture2DCompare( shadowMap, cubeToUV( bd3D + offset.xyy, texelSize.y ), dp ) +
					texture2DCompare( shadowMap, cubeToUV( bd3D + offset.yyy, texelSize.y ), dp ) +
					texture2DCompare( shadowMap, cubeToUV( bd3D + offset.xyx, texelSize.y ), dp ) +
					texture2DCompare( shadowMap, cubeToUV( bd3D + offset.yyx, texelSize.y ), dp ) +
					texture2DCompare( shadowMap, cubeToUV( bd3D, texelSize.y ), dp ) +
					texture2DCompare( shadowMap, cubeToUV( bd3D + offset.xxy, texelSize.y ), dp ) +
					texture2DCompare( shadowMap, cubeToUV( bd3D + offset.yxy, texelSize.y ), dp ) +
					texture2DCompare( shadowMap, cubeToUV( bd3D + offset.xxx, texelSize.y ), dp ) +
					texture2DCompare( shadowMap, cubeToUV( bd3D + offset.yxx, texelSize.y ), dp )
				) * ( 1.0 / 9.0 );
			#else
				shadow = texture2DCompare( shadowMap, cubeToUV( bd3D, texelSize.y ), dp );
			#endif
		}
		return mix( 1.0, shadow, shadowIntensity );
	}
#endif`,wv=`#if NUM_SPOT_LIGHT_COORDS > 0
	uniform mat4 spotLightMatrix[ NUM_SPOT_LIGHT_COORDS ];
	varying vec4 vSpotLightCoord[ NUM_SPOT_LIGHT_COORDS ];
#endif
#ifdef USE_SHADOWMAP
	#if NUM_DIR_LIGHT_SHADOWS > 0
		uniform mat4 directionalShadowMatrix[ NUM_DIR_LIGHT_SHADOWS ];
		varying vec4 vDirectionalShadowCoord[ NUM_DIR_LIGHT_SHADOWS ];
		struct DirectionalLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform DirectionalLightShadow directionalLightShadows[ NUM_DIR_LIGHT_SHADOWS ];
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
		struct SpotLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
		};
		uniform SpotLightShadow spotLightShadows[ NUM_SPOT_LIGHT_SHADOWS ];
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		uniform mat4 pointShadowMatrix[ NUM_POINT_LIGHT_SHADOWS ];
		varying vec4 vPointShadowCoord[ NUM_POINT_LIGHT_SHADOWS ];
		struct PointLightShadow {
			float shadowIntensity;
			float shadowBias;
			float shadowNormalBias;
			float shadowRadius;
			vec2 shadowMapSize;
			float shadowCameraNear;
			float shadowCameraFar;
		};
		uniform PointLightShadow pointLightShadows[ NUM_POINT_LIGHT_SHADOWS ];
	#endif
#endif`,Ev=`#if ( defined( USE_SHADOWMAP ) && ( NUM_DIR_LIGHT_SHADOWS > 0 || NUM_POINT_LIGHT_SHADOWS > 0 ) ) || ( NUM_SPOT_LIGHT_COORDS > 0 )
	vec3 shadowWorldNormal = inverseTransformDirection( transformedNormal, viewMatrix );
	vec4 shadowWorldPosition;
#endif
#if defined( USE_SHADOWMAP )
	#if NUM_DIR_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * directionalLightShadows[ i ].shadowNormalBias, 0 );
			vDirectionalShadowCoord[ i ] = directionalShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
		#pragma unroll_loop_start
		for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
			shadowWorldPosition = worldPosition + vec4( shadowWorldNormal * pointLightShadows[ i ].shadowNormalBias, 0 );
			vPointShadowCoord[ i ] = pointShadowMatrix[ i ] * shadowWorldPosition;
		}
		#pragma unroll_loop_end
	#endif
#endif
#if NUM_SPOT_LIGHT_COORDS > 0
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_COORDS; i ++ ) {
		shadowWorldPosition = worldPosition;
		#if ( defined( USE_SHADOWMAP ) && UNROLLED_LOOP_INDEX < NUM_SPOT_LIGHT_SHADOWS )
			shadowWorldPosition.xyz += shadowWorldNormal * spotLightShadows[ i ].shadowNormalBias;
		#endif
		vSpotLightCoord[ i ] = spotLightMatrix[ i ] * shadowWorldPosition;
	}
	#pragma unroll_loop_end
#endif`,Tv=`float getShadowMask() {
	float shadow = 1.0;
	#ifdef USE_SHADOWMAP
	#if NUM_DIR_LIGHT_SHADOWS > 0
	DirectionalLightShadow directionalLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_DIR_LIGHT_SHADOWS; i ++ ) {
		directionalLight = directionalLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( directionalShadowMap[ i ], directionalLight.shadowMapSize, directionalLight.shadowIntensity, directionalLight.shadowBias, directionalLight.shadowRadius, vDirectionalShadowCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_SPOT_LIGHT_SHADOWS > 0
	SpotLightShadow spotLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_SPOT_LIGHT_SHADOWS; i ++ ) {
		spotLight = spotLightShadows[ i ];
		shadow *= receiveShadow ? getShadow( spotShadowMap[ i ], spotLight.shadowMapSize, spotLight.shadowIntensity, spotLight.shadowBias, spotLight.shadowRadius, vSpotLightCoord[ i ] ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#if NUM_POINT_LIGHT_SHADOWS > 0
	PointLightShadow pointLight;
	#pragma unroll_loop_start
	for ( int i = 0; i < NUM_POINT_LIGHT_SHADOWS; i ++ ) {
		pointLight = pointLightShadows[ i ];
		shadow *= receiveShadow ? getPointShadow( pointShadowMap[ i ], pointLight.shadowMapSize, pointLight.shadowIntensity, pointLight.shadowBias, pointLight.shadowRadius, vPointShadowCoord[ i ], pointLight.shadowCameraNear, pointLight.shadowCameraFar ) : 1.0;
	}
	#pragma unroll_loop_end
	#endif
	#endif
	return shadow;
}`,Av=`#ifdef USE_SKINNING
	mat4 boneMatX = getBoneMatrix( skinIndex.x );
	mat4 boneMatY = getBoneMatrix( skinIndex.y );
	mat4 boneMatZ = getBoneMatrix( skinIndex.z );
	mat4 boneMatW = getBoneMatrix( skinIndex.w );
#endif`,Cv=`#ifdef USE_SKINNING
	uniform mat4 bindMatrix;
	uniform mat4 bindMatrixInverse;
	uniform highp sampler2D boneTexture;
	mat4 getBoneMatrix( const in float i ) {
		int size = textureSize( boneTexture, 0 ).x;
		int j = int( i ) * 4;
		int x = j % size;
		int y = j / size;
		vec4 v1 = texelFetch( boneTexture, ivec2( x, y ), 0 );
		vec4 v2 = texelFetch( boneTexture, ivec2( x + 1, y ), 0 );
		vec4 v3 = texelFetch( boneTexture, ivec2( x + 2, y ), 0 );
		vec4 v4 = texelFetch( boneTexture, ivec2( x + 3, y ), 0 );
		return mat4( v1, v2, v3, v4 );
	}
#endif`,Rv=`#ifdef USE_SKINNING
	vec4 skinVertex = bindMatrix * vec4( transformed, 1.0 );
	vec4 skinned = vec4( 0.0 );
	skinned += boneMatX * skinVertex * skinWeight.x;
	skinned += boneMatY * skinVertex * skinWeight.y;
	skinned += boneMatZ * skinVertex * skinWeight.z;
	skinned += boneMatW * skinVertex * skinWeight.w;
	transformed = ( bindMatrixInverse * skinned ).xyz;
#endif`,Pv=`#ifdef USE_SKINNING
	mat4 skinMatrix = mat4( 0.0 );
	skinMatrix += skinWeight.x * boneMatX;
	skinMatrix += skinWeight.y * boneMatY;
	skinMatrix += skinWeight.z * boneMatZ;
	skinMatrix += skinWeight.w * boneMatW;
	skinMatrix = bindMatrixInverse * skinMatrix * bindMatrix;
	objectNormal = vec4( skinMatrix * vec4( objectNormal, 0.0 ) ).xyz;
	#ifdef USE_TANGENT
		objectTangent = vec4( skinMatrix * vec4( objectTangent, 0.0 ) ).xyz;
	#endif
#endif`,Iv=`float specularStrength;
#ifdef USE_SPECULARMAP
	vec4 texelSpecular = texture2D( specularMap, vSpecularMapUv );
	specularStrength = texelSpecular.r;
#else
	specularStrength = 1.0;
#endif`,Lv=`#ifdef USE_SPECULARMAP
	uniform sampler2D specularMap;
#endif`,Dv=`#if defined( TONE_MAPPING )
	gl_FragColor.rgb = toneMapping( gl_FragColor.rgb );
#endif`,Nv=`#ifndef saturate
#define saturate( a ) clamp( a, 0.0, 1.0 )
#endif
uniform float toneMappingExposure;
vec3 LinearToneMapping( vec3 color ) {
	return saturate( toneMappingExposure * color );
}
vec3 ReinhardToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	return saturate( color / ( vec3( 1.0 ) + color ) );
}
vec3 CineonToneMapping( vec3 color ) {
	color *= toneMappingExposure;
	color = max( vec3( 0.0 ), color - 0.004 );
	return pow( ( color * ( 6.2 * color + 0.5 ) ) / ( color * ( 6.2 * color + 1.7 ) + 0.06 ), vec3( 2.2 ) );
}
vec3 RRTAndODTFit( vec3 v ) {
	vec3 a = v * ( v + 0.0245786 ) - 0.000090537;
	vec3 b = v * ( 0.983729 * v + 0.4329510 ) + 0.238081;
	return a / b;
}
vec3 ACESFilmicToneMapping( vec3 color ) {
	const mat3 ACESInputMat = mat3(
		vec3( 0.59719, 0.07600, 0.02840 ),		vec3( 0.35458, 0.90834, 0.13383 ),
		vec3( 0.04823, 0.01566, 0.83777 )
	);
	const mat3 ACESOutputMat = mat3(
		vec3(  1.60475, -0.10208, -0.00327 ),		vec3( -0.53108,  1.10813, -0.07276 ),
		vec3( -0.07367, -0.00605,  1.07602 )
	);
	color *= toneMappingExposure / 0.6;
	color = ACESInputMat * color;
	color = RRTAndODTFit( color );
	color = ACESOutputMat * color;
	return saturate( color );
}
const mat3 LINEAR_REC2020_TO_LINEAR_SRGB = mat3(
	vec3( 1.6605, - 0.1246, - 0.0182 ),
	vec3( - 0.5876, 1.1329, - 0.1006 ),
	vec3( - 0.0728, - 0.0083, 1.1187 )
);
const mat3 LINEAR_SRGB_TO_LINEAR_REC2020 = mat3(
	vec3( 0.6274, 0.0691, 0.0164 ),
	vec3( 0.3293, 0.9195, 0.0880 ),
	vec3( 0.0433, 0.0113, 0.8956 )
);
vec3 agxDefaultContrastApprox( vec3 x ) {
	vec3 x2 = x * x;
	vec3 x4 = x2 * x2;
	return + 15.5 * x4 * x2
		- 40.14 * x4 * x
		+ 31.96 * x4
		- 6.868 * x2 * x
		+ 0.4298 * x2
		+ 0.1191 * x
		- 0.00232;
}
vec3 AgXToneMapping( vec3 color ) {
	const mat3 AgXInsetMatrix = mat3(
		vec3( 0.856627153315983, 0.137318972929847, 0.11189821299995 ),
		vec3( 0.0951212405381588, 0.761241990602591, 0.0767994186031903 ),
		vec3( 0.0482516061458583, 0.101439036467562, 0.811302368396859 )
	);
	const mat3 AgXOutsetMatrix = mat3(
		vec3( 1.1271005818144368, - 0.1413297634984383, - 0.14132976349843826 ),
		vec3( - 0.11060664309660323, 1.157823702216272, - 0.11060664309660294 ),
		vec3( - 0.016493938717834573, - 0.016493938717834257, 1.2519364065950405 )
	);
	const float AgxMinEv = - 12.47393;	const float AgxMaxEv = 4.026069;
	color *= toneMappingExposure;
	color = LINEAR_SRGB_TO_LINEAR_REC2020 * color;
	color = AgXInsetMatrix * color;
	color = max( color, 1e-10 );	color = log2( color );
	color = ( color - AgxMinEv ) / ( AgxMaxEv - AgxMinEv );
	color = clamp( color, 0.0, 1.0 );
	color = agxDefaultContrastApprox( color );
	color = AgXOutsetMatrix * color;
	color = pow( max( vec3( 0.0 ), color ), vec3( 2.2 ) );
	color = LINEAR_REC2020_TO_LINEAR_SRGB * color;
	color = clamp( color, 0.0, 1.0 );
	return color;
}
vec3 NeutralToneMapping( vec3 color ) {
	const float StartCompression = 0.8 - 0.04;
	const float Desaturation = 0.15;
	color *= toneMappingExposure;
	float x = min( color.r, min( color.g, color.b ) );
	float offset = x < 0.08 ? x - 6.25 * x * x : 0.04;
	color -= offset;
	float peak = max( color.r, max( color.g, color.b ) );
	if ( peak < StartCompression ) return color;
	float d = 1. - StartCompression;
	float newPeak = 1. - d * d / ( peak + d - StartCompression );
	color *= newPeak / peak;
	float g = 1. - 1. / ( Desaturation * ( peak - newPeak ) + 1. );
	return mix( color, vec3( newPeak ), g );
}
vec3 CustomToneMapping( vec3 color ) { return color; }`,Uv=`#ifdef USE_TRANSMISSION
	material.transmission = transmission;
	material.transmissionAlpha = 1.0;
	material.thickness = thickness;
	material.attenuationDistance = attenuationDistance;
	material.attenuationColor = attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		material.transmission *= texture2D( transmissionMap, vTransmissionMapUv ).r;
	#endif
	#ifdef USE_THICKNESSMAP
		material.thickness *= texture2D( thicknessMap, vThicknessMapUv ).g;
	#endif
	vec3 pos = vWorldPosition;
	vec3 v = normalize( cameraPosition - pos );
	vec3 n = inverseTransformDirection( normal, viewMatrix );
	vec4 transmitted = getIBLVolumeRefraction(
		n, v, material.roughness, material.diffuseColor, material.specularColor, material.specularF90,
		pos, modelMatrix, viewMatrix, projectionMatrix, material.dispersion, material.ior, material.thickness,
		material.attenuationColor, material.attenuationDistance );
	material.transmissionAlpha = mix( material.transmissionAlpha, transmitted.a, material.transmission );
	totalDiffuse = mix( totalDiffuse, transmitted.rgb, material.transmission );
#endif`,Fv=`#ifdef USE_TRANSMISSION
	uniform float transmission;
	uniform float thickness;
	uniform float attenuationDistance;
	uniform vec3 attenuationColor;
	#ifdef USE_TRANSMISSIONMAP
		uniform sampler2D transmissionMap;
	#endif
	#ifdef USE_THICKNESSMAP
		uniform sampler2D thicknessMap;
	#endif
	uniform vec2 transmissionSamplerSize;
	uniform sampler2D transmissionSamplerMap;
	uniform mat4 modelMatrix;
	uniform mat4 projectionMatrix;
	varying vec3 vWorldPosition;
	float w0( float a ) {
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - a + 3.0 ) - 3.0 ) + 1.0 );
	}
	float w1( float a ) {
		return ( 1.0 / 6.0 ) * ( a *  a * ( 3.0 * a - 6.0 ) + 4.0 );
	}
	float w2( float a ){
		return ( 1.0 / 6.0 ) * ( a * ( a * ( - 3.0 * a + 3.0 ) + 3.0 ) + 1.0 );
	}
	float w3( float a ) {
		return ( 1.0 / 6.0 ) * ( a * a * a );
	}
	float g0( float a ) {
		return w0( a ) + w1( a );
	}
	float g1( float a ) {
		return w2( a ) + w3( a );
	}
	float h0( float a ) {
		return - 1.0 + w1( a ) / ( w0( a ) + w1( a ) );
	}
	float h1( float a ) {
		return 1.0 + w3( a ) / ( w2( a ) + w3( a ) );
	}
	vec4 bicubic( sampler2D tex, vec2 uv, vec4 texelSize, float lod ) {
		uv = uv * texelSize.zw + 0.5;
		vec2 iuv = floor( uv );
		vec2 fuv = fract( uv );
		float g0x = g0( fuv.x );
		float g1x = g1( fuv.x );
		float h0x = h0( fuv.x );
		float h1x = h1( fuv.x );
		float h0y = h0( fuv.y );
		float h1y = h1( fuv.y );
		vec2 p0 = ( vec2( iuv.x + h0x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p1 = ( vec2( iuv.x + h1x, iuv.y + h0y ) - 0.5 ) * texelSize.xy;
		vec2 p2 = ( vec2( iuv.x + h0x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		vec2 p3 = ( vec2( iuv.x + h1x, iuv.y + h1y ) - 0.5 ) * texelSize.xy;
		return g0( fuv.y ) * ( g0x * textureLod( tex, p0, lod ) + g1x * textureLod( tex, p1, lod ) ) +
			g1( fuv.y ) * ( g0x * textureLod( tex, p2, lod ) + g1x * textureLod( tex, p3, lod ) );
	}
	vec4 textureBicubic( sampler2D sampler, vec2 uv, float lod ) {
		vec2 fLodSize = vec2( textureSize( sampler, int( lod ) ) );
		vec2 cLodSize = vec2( textureSize( sampler, int( lod + 1.0 ) ) );
		vec2 fLodSizeInv = 1.0 / fLodSize;
		vec2 cLodSizeInv = 1.0 / cLodSize;
		vec4 fSample = bicubic( sampler, uv, vec4( fLodSizeInv, fLodSize ), floor( lod ) );
		vec4 cSample = bicubic( sampler, uv, vec4( cLodSizeInv, cLodSize ), ceil( lod ) );
		return mix( fSample, cSample, fract( lod ) );
	}
	vec3 getVolumeTransmissionRay( const in vec3 n, const in vec3 v, const in float thickness, const in float ior, const in mat4 modelMatrix ) {
		vec3 refractionVector = refract( - v, normalize( n ), 1.0 / ior );
		vec3 modelScale;
		modelScale.x = length( vec3( modelMatrix[ 0 ].xyz ) );
		modelScale.y = length( vec3( modelMatrix[ 1 ].xyz ) );
		modelScale.z = length( vec3( modelMatrix[ 2 ].xyz ) );
		return normalize( refractionVector ) * thickness * modelScale;
	}
	float applyIorToRoughness( const in float roughness, const in float ior ) {
		return roughness * clamp( ior * 2.0 - 2.0, 0.0, 1.0 );
	}
	vec4 getTransmissionSample( const in vec2 fragCoord, const in float roughness, const in float ior ) {
		float lod = log2( transmissionSamplerSize.x ) * applyIorToRoughness( roughness, ior );
		return textureBicubic( transmissionSamplerMap, fragCoord.xy, lod );
	}
	vec3 volumeAttenuation( const in float transmissionDistance, const in vec3 attenuationColor, const in float attenuationDistance ) {
		if ( isinf( attenuationDistance ) ) {
			return vec3( 1.0 );
		} else {
			vec3 attenuationCoefficient = -log( attenuationColor ) / attenuationDistance;
			vec3 transmittance = exp( - attenuationCoefficient * transmissionDistance );			return transmittance;
		}
	}
	vec4 getIBLVolumeRefraction( const in vec3 n, const in vec3 v, const in float roughness, const in vec3 diffuseColor,
		const in vec3 specularColor, const in float specularF90, const in vec3 position, const in mat4 modelMatrix,
		const in mat4 viewMatrix, const in mat4 projMatrix, const in float dispersion, const in float ior, const in float thickness,
		const in vec3 attenuationColor, const in float attenuationDistance ) {
		vec4 transmittedLight;
		vec3 transmittance;
		#ifdef USE_DISPERSION
			float halfSpread = ( ior - 1.0 ) * 0.025 * dispersion;
			vec3 iors = vec3( ior - halfSpread, ior, ior + halfSpread );
			for ( int i = 0; i < 3; i ++ ) {
				vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, iors[ i ], modelMatrix );
				vec3 refractedRayExit = position + transmissionRay;
				vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
				vec2 refractionCoords = ndcPos.xy / ndcPos.w;
				refractionCoords += 1.0;
				refractionCoords /= 2.0;
				vec4 transmissionSample = getTransmissionSample( refractionCoords, roughness, iors[ i ] );
				transmittedLight[ i ] = transmissionSample[ i ];
				transmittedLight.a += transmissionSample.a;
				transmittance[ i ] = diffuseColor[ i ] * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance )[ i ];
			}
			transmittedLight.a /= 3.0;
		#else
			vec3 transmissionRay = getVolumeTransmissionRay( n, v, thickness, ior, modelMatrix );
			vec3 refractedRayExit = position + transmissionRay;
			vec4 ndcPos = projMatrix * viewMatrix * vec4( refractedRayExit, 1.0 );
			vec2 refractionCoords = ndcPos.xy / ndcPos.w;
			refractionCoords += 1.0;
			refractionCoords /= 2.0;
			transmittedLight = getTransmissionSample( refractionCoords, roughness, ior );
			transmittance = diffuseColor * volumeAttenuation( length( transmissionRay ), attenuationColor, attenuationDistance );
		#endif
		vec3 attenuatedColor = transmittance * transmittedLight.rgb;
		vec3 F = EnvironmentBRDF( n, v, specularColor, specularF90, roughness );
		float transmittanceFactor = ( transmittance.r + transmittance.g + transmittance.b ) / 3.0;
		return vec4( ( 1.0 - F ) * attenuatedColor, 1.0 - ( 1.0 - transmittedLight.a ) * transmittanceFactor );
	}
#endif`,Ov=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_SPECULARMAP
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,Bv=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	varying vec2 vUv;
#endif
#ifdef USE_MAP
	uniform mat3 mapTransform;
	varying vec2 vMapUv;
#endif
#ifdef USE_ALPHAMAP
	uniform mat3 alphaMapTransform;
	varying vec2 vAlphaMapUv;
#endif
#ifdef USE_LIGHTMAP
	uniform mat3 lightMapTransform;
	varying vec2 vLightMapUv;
#endif
#ifdef USE_AOMAP
	uniform mat3 aoMapTransform;
	varying vec2 vAoMapUv;
#endif
#ifdef USE_BUMPMAP
	uniform mat3 bumpMapTransform;
	varying vec2 vBumpMapUv;
#endif
#ifdef USE_NORMALMAP
	uniform mat3 normalMapTransform;
	varying vec2 vNormalMapUv;
#endif
#ifdef USE_DISPLACEMENTMAP
	uniform mat3 displacementMapTransform;
	varying vec2 vDisplacementMapUv;
#endif
#ifdef USE_EMISSIVEMAP
	uniform mat3 emissiveMapTransform;
	varying vec2 vEmissiveMapUv;
#endif
#ifdef USE_METALNESSMAP
	uniform mat3 metalnessMapTransform;
	varying vec2 vMetalnessMapUv;
#endif
#ifdef USE_ROUGHNESSMAP
	uniform mat3 roughnessMapTransform;
	varying vec2 vRoughnessMapUv;
#endif
#ifdef USE_ANISOTROPYMAP
	uniform mat3 anisotropyMapTransform;
	varying vec2 vAnisotropyMapUv;
#endif
#ifdef USE_CLEARCOATMAP
	uniform mat3 clearcoatMapTransform;
	varying vec2 vClearcoatMapUv;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	uniform mat3 clearcoatNormalMapTransform;
	varying vec2 vClearcoatNormalMapUv;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	uniform mat3 clearcoatRoughnessMapTransform;
	varying vec2 vClearcoatRoughnessMapUv;
#endif
#ifdef USE_SHEEN_COLORMAP
	uniform mat3 sheenColorMapTransform;
	varying vec2 vSheenColorMapUv;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	uniform mat3 sheenRoughnessMapTransform;
	varying vec2 vSheenRoughnessMapUv;
#endif
#ifdef USE_IRIDESCENCEMAP
	uniform mat3 iridescenceMapTransform;
	varying vec2 vIridescenceMapUv;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	uniform mat3 iridescenceThicknessMapTransform;
	varying vec2 vIridescenceThicknessMapUv;
#endif
#ifdef USE_SPECULARMAP
	uniform mat3 specularMapTransform;
	varying vec2 vSpecularMapUv;
#endif
#ifdef USE_SPECULAR_COLORMAP
	uniform mat3 specularColorMapTransform;
	varying vec2 vSpecularColorMapUv;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	uniform mat3 specularIntensityMapTransform;
	varying vec2 vSpecularIntensityMapUv;
#endif
#ifdef USE_TRANSMISSIONMAP
	uniform mat3 transmissionMapTransform;
	varying vec2 vTransmissionMapUv;
#endif
#ifdef USE_THICKNESSMAP
	uniform mat3 thicknessMapTransform;
	varying vec2 vThicknessMapUv;
#endif`,kv=`#if defined( USE_UV ) || defined( USE_ANISOTROPY )
	vUv = vec3( uv, 1 ).xy;
#endif
#ifdef USE_MAP
	vMapUv = ( mapTransform * vec3( MAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ALPHAMAP
	vAlphaMapUv = ( alphaMapTransform * vec3( ALPHAMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_LIGHTMAP
	vLightMapUv = ( lightMapTransform * vec3( LIGHTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_AOMAP
	vAoMapUv = ( aoMapTransform * vec3( AOMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_BUMPMAP
	vBumpMapUv = ( bumpMapTransform * vec3( BUMPMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_NORMALMAP
	vNormalMapUv = ( normalMapTransform * vec3( NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_DISPLACEMENTMAP
	vDisplacementMapUv = ( displacementMapTransform * vec3( DISPLACEMENTMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_EMISSIVEMAP
	vEmissiveMapUv = ( emissiveMapTransform * vec3( EMISSIVEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_METALNESSMAP
	vMetalnessMapUv = ( metalnessMapTransform * vec3( METALNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ROUGHNESSMAP
	vRoughnessMapUv = ( roughnessMapTransform * vec3( ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_ANISOTROPYMAP
	vAnisotropyMapUv = ( anisotropyMapTransform * vec3( ANISOTROPYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOATMAP
	vClearcoatMapUv = ( clearcoatMapTransform * vec3( CLEARCOATMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_NORMALMAP
	vClearcoatNormalMapUv = ( clearcoatNormalMapTransform * vec3( CLEARCOAT_NORMALMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_CLEARCOAT_ROUGHNESSMAP
	vClearcoatRoughnessMapUv = ( clearcoatRoughnessMapTransform * vec3( CLEARCOAT_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCEMAP
	vIridescenceMapUv = ( iridescenceMapTransform * vec3( IRIDESCENCEMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_IRIDESCENCE_THICKNESSMAP
	vIridescenceThicknessMapUv = ( iridescenceThicknessMapTransform * vec3( IRIDESCENCE_THICKNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_COLORMAP
	vSheenColorMapUv = ( sheenColorMapTransform * vec3( SHEEN_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SHEEN_ROUGHNESSMAP
	vSheenRoughnessMapUv = ( sheenRoughnessMapTransform * vec3( SHEEN_ROUGHNESSMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULARMAP
	vSpecularMapUv = ( specularMapTransform * vec3( SPECULARMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_COLORMAP
	vSpecularColorMapUv = ( specularColorMapTransform * vec3( SPECULAR_COLORMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_SPECULAR_INTENSITYMAP
	vSpecularIntensityMapUv = ( specularIntensityMapTransform * vec3( SPECULAR_INTENSITYMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_TRANSMISSIONMAP
	vTransmissionMapUv = ( transmissionMapTransform * vec3( TRANSMISSIONMAP_UV, 1 ) ).xy;
#endif
#ifdef USE_THICKNESSMAP
	vThicknessMapUv = ( thicknessMapTransform * vec3( THICKNESSMAP_UV, 1 ) ).xy;
#endif`,zv=`#if defined( USE_ENVMAP ) || defined( DISTANCE ) || defined ( USE_SHADOWMAP ) || defined ( USE_TRANSMISSION ) || NUM_SPOT_LIGHT_COORDS > 0
	vec4 worldPosition = vec4( transformed, 1.0 );
	#ifdef USE_BATCHING
		worldPosition = batchingMatrix * worldPosition;
	#endif
	#ifdef USE_INSTANCING
		worldPosition = instanceMatrix * worldPosition;
	#endif
	worldPosition = modelMatrix * worldPosition;
#endif`,Vv=`varying vec2 vUv;
uniform mat3 uvTransform;
void main() {
	vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	gl_Position = vec4( position.xy, 1.0, 1.0 );
}`,Hv=`uniform sampler2D t2D;
uniform float backgroundIntensity;
varying vec2 vUv;
void main() {
	vec4 texColor = texture2D( t2D, vUv );
	#ifdef DECODE_VIDEO_TEXTURE
		texColor = vec4( mix( pow( texColor.rgb * 0.9478672986 + vec3( 0.0521327014 ), vec3( 2.4 ) ), texColor.rgb * 0.0773993808, vec3( lessThanEqual( texColor.rgb, vec3( 0.04045 ) ) ) ), texColor.w );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,Gv=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,Wv=`#ifdef ENVMAP_TYPE_CUBE
	uniform samplerCube envMap;
#elif defined( ENVMAP_TYPE_CUBE_UV )
	uniform sampler2D envMap;
#endif
uniform float flipEnvMap;
uniform float backgroundBlurriness;
uniform float backgroundIntensity;
uniform mat3 backgroundRotation;
varying vec3 vWorldDirection;
#include <cube_uv_reflection_fragment>
void main() {
	#ifdef ENVMAP_TYPE_CUBE
		vec4 texColor = textureCube( envMap, backgroundRotation * vec3( flipEnvMap * vWorldDirection.x, vWorldDirection.yz ) );
	#elif defined( ENVMAP_TYPE_CUBE_UV )
		vec4 texColor = textureCubeUV( envMap, backgroundRotation * vWorldDirection, backgroundBlurriness );
	#else
		vec4 texColor = vec4( 0.0, 0.0, 0.0, 1.0 );
	#endif
	texColor.rgb *= backgroundIntensity;
	gl_FragColor = texColor;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,Xv=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
	gl_Position.z = gl_Position.w;
}`,qv=`uniform samplerCube tCube;
uniform float tFlip;
uniform float opacity;
varying vec3 vWorldDirection;
void main() {
	vec4 texColor = textureCube( tCube, vec3( tFlip * vWorldDirection.x, vWorldDirection.yz ) );
	gl_FragColor = texColor;
	gl_FragColor.a *= opacity;
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,Yv=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
varying vec2 vHighPrecisionZW;
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vHighPrecisionZW = gl_Position.zw;
}`,Zv=`#if DEPTH_PACKING == 3200
	uniform float opacity;
#endif
#include <common>
#include <packing>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
varying vec2 vHighPrecisionZW;
void main() {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#if DEPTH_PACKING == 3200
		diffuseColor.a = opacity;
	#endif
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <logdepthbuf_fragment>
	#ifdef USE_REVERSED_DEPTH_BUFFER
		float fragCoordZ = vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ];
	#else
		float fragCoordZ = 0.5 * vHighPrecisionZW[ 0 ] / vHighPrecisionZW[ 1 ] + 0.5;
	#endif
	#if DEPTH_PACKING == 3200
		gl_FragColor = vec4( vec3( 1.0 - fragCoordZ ), opacity );
	#elif DEPTH_PACKING == 3201
		gl_FragColor = packDepthToRGBA( fragCoordZ );
	#elif DEPTH_PACKING == 3202
		gl_FragColor = vec4( packDepthToRGB( fragCoordZ ), 1.0 );
	#elif DEPTH_PACKING == 3203
		gl_FragColor = vec4( packDepthToRG( fragCoordZ ), 0.0, 1.0 );
	#endif
}`,$v=`#define DISTANCE
varying vec3 vWorldPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <skinbase_vertex>
	#include <morphinstance_vertex>
	#ifdef USE_DISPLACEMENTMAP
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <worldpos_vertex>
	#include <clipping_planes_vertex>
	vWorldPosition = worldPosition.xyz;
}`,Kv=`#define DISTANCE
uniform vec3 referencePosition;
uniform float nearDistance;
uniform float farDistance;
varying vec3 vWorldPosition;
#include <common>
#include <packing>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <clipping_planes_pars_fragment>
void main () {
	vec4 diffuseColor = vec4( 1.0 );
	#include <clipping_planes_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	float dist = length( vWorldPosition - referencePosition );
	dist = ( dist - nearDistance ) / ( farDistance - nearDistance );
	dist = saturate( dist );
	gl_FragColor = packDepthToRGBA( dist );
}`,Jv=`varying vec3 vWorldDirection;
#include <common>
void main() {
	vWorldDirection = transformDirection( position, modelMatrix );
	#include <begin_vertex>
	#include <project_vertex>
}`,jv=`uniform sampler2D tEquirect;
varying vec3 vWorldDirection;
#include <common>
void main() {
	vec3 direction = normalize( vWorldDirection );
	vec2 sampleUV = equirectUv( direction );
	gl_FragColor = texture2D( tEquirect, sampleUV );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
}`,Qv=`uniform float scale;
attribute float lineDistance;
varying float vLineDistance;
#include <common>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	vLineDistance = scale * lineDistance;
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,tM=`uniform vec3 diffuse;
uniform float opacity;
uniform float dashSize;
uniform float totalSize;
varying float vLineDistance;
#include <common>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	if ( mod( vLineDistance, totalSize ) > dashSize ) {
		discard;
	}
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,eM=`#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#if defined ( USE_ENVMAP ) || defined ( USE_SKINNING )
		#include <beginnormal_vertex>
		#include <morphnormal_vertex>
		#include <skinbase_vertex>
		#include <skinnormal_vertex>
		#include <defaultnormal_vertex>
	#endif
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <fog_vertex>
}`,nM=`uniform vec3 diffuse;
uniform float opacity;
#ifndef FLAT_SHADED
	varying vec3 vNormal;
#endif
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <fog_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	#ifdef USE_LIGHTMAP
		vec4 lightMapTexel = texture2D( lightMap, vLightMapUv );
		reflectedLight.indirectDiffuse += lightMapTexel.rgb * lightMapIntensity * RECIPROCAL_PI;
	#else
		reflectedLight.indirectDiffuse += vec3( 1.0 );
	#endif
	#include <aomap_fragment>
	reflectedLight.indirectDiffuse *= diffuseColor.rgb;
	vec3 outgoingLight = reflectedLight.indirectDiffuse;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,iM=`#define LAMBERT
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,sM=`#define LAMBERT
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <packing>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_lambert_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_lambert_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,rM=`#define MATCAP
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <color_pars_vertex>
#include <displacementmap_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
	vViewPosition = - mvPosition.xyz;
}`,oM=`#define MATCAP
uniform vec3 diffuse;
uniform float opacity;
uniform sampler2D matcap;
varying vec3 vViewPosition;
#include <common>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	vec3 viewDir = normalize( vViewPosition );
	vec3 x = normalize( vec3( viewDir.z, 0.0, - viewDir.x ) );
	vec3 y = cross( viewDir, x );
	vec2 uv = vec2( dot( x, normal ), dot( y, normal ) ) * 0.495 + 0.5;
	#ifdef USE_MATCAP
		vec4 matcapColor = texture2D( matcap, uv );
	#else
		vec4 matcapColor = vec4( vec3( mix( 0.2, 0.8, uv.y ) ), 1.0 );
	#endif
	vec3 outgoingLight = diffuseColor.rgb * matcapColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,aM=`#define NORMAL
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	vViewPosition = - mvPosition.xyz;
#endif
}`,lM=`#define NORMAL
uniform float opacity;
#if defined( FLAT_SHADED ) || defined( USE_BUMPMAP ) || defined( USE_NORMALMAP_TANGENTSPACE )
	varying vec3 vViewPosition;
#endif
#include <packing>
#include <uv_pars_fragment>
#include <normal_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( 0.0, 0.0, 0.0, opacity );
	#include <clipping_planes_fragment>
	#include <logdepthbuf_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	gl_FragColor = vec4( packNormalToRGB( normal ), diffuseColor.a );
	#ifdef OPAQUE
		gl_FragColor.a = 1.0;
	#endif
}`,cM=`#define PHONG
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <envmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <envmap_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,hM=`#define PHONG
uniform vec3 diffuse;
uniform vec3 emissive;
uniform vec3 specular;
uniform float shininess;
uniform float opacity;
#include <common>
#include <packing>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_phong_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <specularmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <specularmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_phong_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + reflectedLight.directSpecular + reflectedLight.indirectSpecular + totalEmissiveRadiance;
	#include <envmap_fragment>
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,uM=`#define STANDARD
varying vec3 vViewPosition;
#ifdef USE_TRANSMISSION
	varying vec3 vWorldPosition;
#endif
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
#ifdef USE_TRANSMISSION
	vWorldPosition = worldPosition.xyz;
#endif
}`,dM=`#define STANDARD
#ifdef PHYSICAL
	#define IOR
	#define USE_SPECULAR
#endif
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float roughness;
uniform float metalness;
uniform float opacity;
#ifdef IOR
	uniform float ior;
#endif
#ifdef USE_SPECULAR
	uniform float specularIntensity;
	uniform vec3 specularColor;
	#ifdef USE_SPECULAR_COLORMAP
		uniform sampler2D specularColorMap;
	#endif
	#ifdef USE_SPECULAR_INTENSITYMAP
		uniform sampler2D specularIntensityMap;
	#endif
#endif
#ifdef USE_CLEARCOAT
	uniform float clearcoat;
	uniform float clearcoatRoughness;
#endif
#ifdef USE_DISPERSION
	uniform float dispersion;
#endif
#ifdef USE_IRIDESCENCE
	uniform float iridescence;
	uniform float iridescenceIOR;
	uniform float iridescenceThicknessMinimum;
	uniform float iridescenceThicknessMaximum;
#endif
#ifdef USE_SHEEN
	uniform vec3 sheenColor;
	uniform float sheenRoughness;
	#ifdef USE_SHEEN_COLORMAP
		uniform sampler2D sheenColorMap;
	#endif
	#ifdef USE_SHEEN_ROUGHNESSMAP
		uniform sampler2D sheenRoughnessMap;
	#endif
#endif
#ifdef USE_ANISOTROPY
	uniform vec2 anisotropyVector;
	#ifdef USE_ANISOTROPYMAP
		uniform sampler2D anisotropyMap;
	#endif
#endif
varying vec3 vViewPosition;
#include <common>
#include <packing>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <iridescence_fragment>
#include <cube_uv_reflection_fragment>
#include <envmap_common_pars_fragment>
#include <envmap_physical_pars_fragment>
#include <fog_pars_fragment>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_physical_pars_fragment>
#include <transmission_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <clearcoat_pars_fragment>
#include <iridescence_pars_fragment>
#include <roughnessmap_pars_fragment>
#include <metalnessmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <roughnessmap_fragment>
	#include <metalnessmap_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <clearcoat_normal_fragment_begin>
	#include <clearcoat_normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_physical_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 totalDiffuse = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse;
	vec3 totalSpecular = reflectedLight.directSpecular + reflectedLight.indirectSpecular;
	#include <transmission_fragment>
	vec3 outgoingLight = totalDiffuse + totalSpecular + totalEmissiveRadiance;
	#ifdef USE_SHEEN
		float sheenEnergyComp = 1.0 - 0.157 * max3( material.sheenColor );
		outgoingLight = outgoingLight * sheenEnergyComp + sheenSpecularDirect + sheenSpecularIndirect;
	#endif
	#ifdef USE_CLEARCOAT
		float dotNVcc = saturate( dot( geometryClearcoatNormal, geometryViewDir ) );
		vec3 Fcc = F_Schlick( material.clearcoatF0, material.clearcoatF90, dotNVcc );
		outgoingLight = outgoingLight * ( 1.0 - material.clearcoat * Fcc ) + ( clearcoatSpecularDirect + clearcoatSpecularIndirect ) * material.clearcoat;
	#endif
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,fM=`#define TOON
varying vec3 vViewPosition;
#include <common>
#include <batching_pars_vertex>
#include <uv_pars_vertex>
#include <displacementmap_pars_vertex>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <normal_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <shadowmap_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <normal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <displacementmap_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	vViewPosition = - mvPosition.xyz;
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,pM=`#define TOON
uniform vec3 diffuse;
uniform vec3 emissive;
uniform float opacity;
#include <common>
#include <packing>
#include <dithering_pars_fragment>
#include <color_pars_fragment>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <aomap_pars_fragment>
#include <lightmap_pars_fragment>
#include <emissivemap_pars_fragment>
#include <gradientmap_pars_fragment>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <normal_pars_fragment>
#include <lights_toon_pars_fragment>
#include <shadowmap_pars_fragment>
#include <bumpmap_pars_fragment>
#include <normalmap_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	ReflectedLight reflectedLight = ReflectedLight( vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ), vec3( 0.0 ) );
	vec3 totalEmissiveRadiance = emissive;
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <color_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	#include <normal_fragment_begin>
	#include <normal_fragment_maps>
	#include <emissivemap_fragment>
	#include <lights_toon_fragment>
	#include <lights_fragment_begin>
	#include <lights_fragment_maps>
	#include <lights_fragment_end>
	#include <aomap_fragment>
	vec3 outgoingLight = reflectedLight.directDiffuse + reflectedLight.indirectDiffuse + totalEmissiveRadiance;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
	#include <dithering_fragment>
}`,mM=`uniform float size;
uniform float scale;
#include <common>
#include <color_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
#ifdef USE_POINTS_UV
	varying vec2 vUv;
	uniform mat3 uvTransform;
#endif
void main() {
	#ifdef USE_POINTS_UV
		vUv = ( uvTransform * vec3( uv, 1 ) ).xy;
	#endif
	#include <color_vertex>
	#include <morphinstance_vertex>
	#include <morphcolor_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <project_vertex>
	gl_PointSize = size;
	#ifdef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) gl_PointSize *= ( scale / - mvPosition.z );
	#endif
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <worldpos_vertex>
	#include <fog_vertex>
}`,gM=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <color_pars_fragment>
#include <map_particle_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_particle_fragment>
	#include <color_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
	#include <premultiplied_alpha_fragment>
}`,_M=`#include <common>
#include <batching_pars_vertex>
#include <fog_pars_vertex>
#include <morphtarget_pars_vertex>
#include <skinning_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <shadowmap_pars_vertex>
void main() {
	#include <batching_vertex>
	#include <beginnormal_vertex>
	#include <morphinstance_vertex>
	#include <morphnormal_vertex>
	#include <skinbase_vertex>
	#include <skinnormal_vertex>
	#include <defaultnormal_vertex>
	#include <begin_vertex>
	#include <morphtarget_vertex>
	#include <skinning_vertex>
	#include <project_vertex>
	#include <logdepthbuf_vertex>
	#include <worldpos_vertex>
	#include <shadowmap_vertex>
	#include <fog_vertex>
}`,yM=`uniform vec3 color;
uniform float opacity;
#include <common>
#include <packing>
#include <fog_pars_fragment>
#include <bsdfs>
#include <lights_pars_begin>
#include <logdepthbuf_pars_fragment>
#include <shadowmap_pars_fragment>
#include <shadowmask_pars_fragment>
void main() {
	#include <logdepthbuf_fragment>
	gl_FragColor = vec4( color, opacity * ( 1.0 - getShadowMask() ) );
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
}`,xM=`uniform float rotation;
uniform vec2 center;
#include <common>
#include <uv_pars_vertex>
#include <fog_pars_vertex>
#include <logdepthbuf_pars_vertex>
#include <clipping_planes_pars_vertex>
void main() {
	#include <uv_vertex>
	vec4 mvPosition = modelViewMatrix[ 3 ];
	vec2 scale = vec2( length( modelMatrix[ 0 ].xyz ), length( modelMatrix[ 1 ].xyz ) );
	#ifndef USE_SIZEATTENUATION
		bool isPerspective = isPerspectiveMatrix( projectionMatrix );
		if ( isPerspective ) scale *= - mvPosition.z;
	#endif
	vec2 alignedPosition = ( position.xy - ( center - vec2( 0.5 ) ) ) * scale;
	vec2 rotatedPosition;
	rotatedPosition.x = cos( rotation ) * alignedPosition.x - sin( rotation ) * alignedPosition.y;
	rotatedPosition.y = sin( rotation ) * alignedPosition.x + cos( rotation ) * alignedPosition.y;
	mvPosition.xy += rotatedPosition;
	gl_Position = projectionMatrix * mvPosition;
	#include <logdepthbuf_vertex>
	#include <clipping_planes_vertex>
	#include <fog_vertex>
}`,vM=`uniform vec3 diffuse;
uniform float opacity;
#include <common>
#include <uv_pars_fragment>
#include <map_pars_fragment>
#include <alphamap_pars_fragment>
#include <alphatest_pars_fragment>
#include <alphahash_pars_fragment>
#include <fog_pars_fragment>
#include <logdepthbuf_pars_fragment>
#include <clipping_planes_pars_fragment>
void main() {
	vec4 diffuseColor = vec4( diffuse, opacity );
	#include <clipping_planes_fragment>
	vec3 outgoingLight = vec3( 0.0 );
	#include <logdepthbuf_fragment>
	#include <map_fragment>
	#include <alphamap_fragment>
	#include <alphatest_fragment>
	#include <alphahash_fragment>
	outgoingLight = diffuseColor.rgb;
	#include <opaque_fragment>
	#include <tonemapping_fragment>
	#include <colorspace_fragment>
	#include <fog_fragment>
}`,ue={alphahash_fragment:Hy,alphahash_pars_fragment:Gy,alphamap_fragment:Wy,alphamap_pars_fragment:Xy,alphatest_fragment:qy,alphatest_pars_fragment:Yy,aomap_fragment:Zy,aomap_pars_fragment:$y,batching_pars_vertex:Ky,batching_vertex:Jy,begin_vertex:jy,beginnormal_vertex:Qy,bsdfs:tx,iridescence_fragment:ex,bumpmap_pars_fragment:nx,clipping_planes_fragment:ix,clipping_planes_pars_fragment:sx,clipping_planes_pars_vertex:rx,clipping_planes_vertex:ox,color_fragment:ax,color_pars_fragment:lx,color_pars_vertex:cx,color_vertex:hx,common:ux,cube_uv_reflection_fragment:dx,defaultnormal_vertex:fx,displacementmap_pars_vertex:px,displacementmap_vertex:mx,emissivemap_fragment:gx,emissivemap_pars_fragment:_x,colorspace_fragment:yx,colorspace_pars_fragment:xx,envmap_fragment:vx,envmap_common_pars_fragment:Mx,envmap_pars_fragment:bx,envmap_pars_vertex:Sx,envmap_physical_pars_fragment:Nx,envmap_vertex:wx,fog_vertex:Ex,fog_pars_vertex:Tx,fog_fragment:Ax,fog_pars_fragment:Cx,gradientmap_pars_fragment:Rx,lightmap_pars_fragment:Px,lights_lambert_fragment:Ix,lights_lambert_pars_fragment:Lx,lights_pars_begin:Dx,lights_toon_fragment:Ux,lights_toon_pars_fragment:Fx,lights_phong_fragment:Ox,lights_phong_pars_fragment:Bx,lights_physical_fragment:kx,lights_physical_pars_fragment:zx,lights_fragment_begin:Vx,lights_fragment_maps:Hx,lights_fragment_end:Gx,logdepthbuf_fragment:Wx,logdepthbuf_pars_fragment:Xx,logdepthbuf_pars_vertex:qx,logdepthbuf_vertex:Yx,map_fragment:Zx,map_pars_fragment:$x,map_particle_fragment:Kx,map_particle_pars_fragment:Jx,metalnessmap_fragment:jx,metalnessmap_pars_fragment:Qx,morphinstance_vertex:tv,morphcolor_vertex:ev,morphnormal_vertex:nv,morphtarget_pars_vertex:iv,morphtarget_vertex:sv,normal_fragment_begin:rv,normal_fragment_maps:ov,normal_pars_fragment:av,normal_pars_vertex:lv,normal_vertex:cv,normalmap_pars_fragment:hv,clearcoat_normal_fragment_begin:uv,clearcoat_normal_fragment_maps:dv,clearcoat_pars_fragment:fv,iridescence_pars_fragment:pv,opaque_fragment:mv,packing:gv,premultiplied_alpha_fragment:_v,project_vertex:yv,dithering_fragment:xv,dithering_pars_fragment:vv,roughnessmap_fragment:Mv,roughnessmap_pars_fragment:bv,shadowmap_pars_fragment:Sv,shadowmap_pars_vertex:wv,shadowmap_vertex:Ev,shadowmask_pars_fragment:Tv,skinbase_vertex:Av,skinning_pars_vertex:Cv,skinning_vertex:Rv,skinnormal_vertex:Pv,specularmap_fragment:Iv,specularmap_pars_fragment:Lv,tonemapping_fragment:Dv,tonemapping_pars_fragment:Nv,transmission_fragment:Uv,transmission_pars_fragment:Fv,uv_pars_fragment:Ov,uv_pars_vertex:Bv,uv_vertex:kv,worldpos_vertex:zv,background_vert:Vv,background_frag:Hv,backgroundCube_vert:Gv,backgroundCube_frag:Wv,cube_vert:Xv,cube_frag:qv,depth_vert:Yv,depth_frag:Zv,distanceRGBA_vert:$v,distanceRGBA_frag:Kv,equirect_vert:Jv,equirect_frag:jv,linedashed_vert:Qv,linedashed_frag:tM,meshbasic_vert:eM,meshbasic_frag:nM,meshlambert_vert:iM,meshlambert_frag:sM,meshmatcap_vert:rM,meshmatcap_frag:oM,meshnormal_vert:aM,meshnormal_frag:lM,meshphong_vert:cM,meshphong_frag:hM,meshphysical_vert:uM,meshphysical_frag:dM,meshtoon_vert:fM,meshtoon_frag:pM,points_vert:mM,points_frag:gM,shadow_vert:_M,shadow_frag:yM,sprite_vert:xM,sprite_frag:vM},It={common:{diffuse:{value:new ie(16777215)},opacity:{value:1},map:{value:null},mapTransform:{value:new le},alphaMap:{value:null},alphaMapTransform:{value:new le},alphaTest:{value:0}},specularmap:{specularMap:{value:null},specularMapTransform:{value:new le}},envmap:{envMap:{value:null},envMapRotation:{value:new le},flipEnvMap:{value:-1},reflectivity:{value:1},ior:{value:1.5},refractionRatio:{value:.98}},aomap:{aoMap:{value:null},aoMapIntensity:{value:1},aoMapTransform:{value:new le}},lightmap:{lightMap:{value:null},lightMapIntensity:{value:1},lightMapTransform:{value:new le}},bumpmap:{bumpMap:{value:null},bumpMapTransform:{value:new le},bumpScale:{value:1}},normalmap:{normalMap:{value:null},normalMapTransform:{value:new le},normalScale:{value:new bt(1,1)}},displacementmap:{displacementMap:{value:null},displacementMapTransform:{value:new le},displacementScale:{value:1},displacementBias:{value:0}},emissivemap:{emissiveMap:{value:null},emissiveMapTransform:{value:new le}},metalnessmap:{metalnessMap:{value:null},metalnessMapTransform:{value:new le}},roughnessmap:{roughnessMap:{value:null},roughnessMapTransform:{value:new le}},gradientmap:{gradientMap:{value:null}},fog:{fogDensity:{value:25e-5},fogNear:{value:1},fogFar:{value:2e3},fogColor:{value:new ie(16777215)}},lights:{ambientLightColor:{value:[]},lightProbe:{value:[]},directionalLights:{value:[],properties:{direction:{},color:{}}},directionalLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},directionalShadowMap:{value:[]},directionalShadowMatrix:{value:[]},spotLights:{value:[],properties:{color:{},position:{},direction:{},distance:{},coneCos:{},penumbraCos:{},decay:{}}},spotLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{}}},spotLightMap:{value:[]},spotShadowMap:{value:[]},spotLightMatrix:{value:[]},pointLights:{value:[],properties:{color:{},position:{},decay:{},distance:{}}},pointLightShadows:{value:[],properties:{shadowIntensity:1,shadowBias:{},shadowNormalBias:{},shadowRadius:{},shadowMapSize:{},shadowCameraNear:{},shadowCameraFar:{}}},pointShadowMap:{value:[]},pointShadowMatrix:{value:[]},hemisphereLights:{value:[],properties:{direction:{},skyColor:{},groundColor:{}}},rectAreaLights:{value:[],properties:{color:{},position:{},width:{},height:{}}},ltc_1:{value:null},ltc_2:{value:null}},points:{diffuse:{value:new ie(16777215)},opacity:{value:1},size:{value:1},scale:{value:1},map:{value:null},alphaMap:{value:null},alphaMapTransform:{value:new le},alphaTest:{value:0},uvTransform:{value:new le}},sprite:{diffuse:{value:new ie(16777215)},opacity:{value:1},center:{value:new bt(.5,.5)},rotation:{value:0},map:{value:null},mapTransform:{value:new le},alphaMap:{value:null},alphaMapTransform:{value:new le},alphaTest:{value:0}}},Fi={basic:{uniforms:bn([It.common,It.specularmap,It.envmap,It.aomap,It.lightmap,It.fog]),vertexShader:ue.meshbasic_vert,fragmentShader:ue.meshbasic_frag},lambert:{uniforms:bn([It.common,It.specularmap,It.envmap,It.aomap,It.lightmap,It.emissivemap,It.bumpmap,It.normalmap,It.displacementmap,It.fog,It.lights,{emissive:{value:new ie(0)}}]),vertexShader:ue.meshlambert_vert,fragmentShader:ue.meshlambert_frag},phong:{uniforms:bn([It.common,It.specularmap,It.envmap,It.aomap,It.lightmap,It.emissivemap,It.bumpmap,It.normalmap,It.displacementmap,It.fog,It.lights,{emissive:{value:new ie(0)},specular:{value:new ie(1118481)},shininess:{value:30}}]),vertexShader:ue.meshphong_vert,fragmentShader:ue.meshphong_frag},standard:{uniforms:bn([It.common,It.envmap,It.aomap,It.lightmap,It.emissivemap,It.bumpmap,It.normalmap,It.displacementmap,It.roughnessmap,It.metalnessmap,It.fog,It.lights,{emissive:{value:new ie(0)},roughness:{value:1},metalness:{value:0},envMapIntensity:{value:1}}]),vertexShader:ue.meshphysical_vert,fragmentShader:ue.meshphysical_frag},toon:{uniforms:bn([It.common,It.aomap,It.lightmap,It.emissivemap,It.bumpmap,It.normalmap,It.displacementmap,It.gradientmap,It.fog,It.lights,{emissive:{value:new ie(0)}}]),vertexShader:ue.meshtoon_vert,fragmentShader:ue.meshtoon_frag},matcap:{uniforms:bn([It.common,It.bumpmap,It.normalmap,It.displacementmap,It.fog,{matcap:{value:null}}]),vertexShader:ue.meshmatcap_vert,fragmentShader:ue.meshmatcap_frag},points:{uniforms:bn([It.points,It.fog]),vertexShader:ue.points_vert,fragmentShader:ue.points_frag},dashed:{uniforms:bn([It.common,It.fog,{scale:{value:1},dashSize:{value:1},totalSize:{value:2}}]),vertexShader:ue.linedashed_vert,fragmentShader:ue.linedashed_frag},depth:{uniforms:bn([It.common,It.displacementmap]),vertexShader:ue.depth_vert,fragmentShader:ue.depth_frag},normal:{uniforms:bn([It.common,It.bumpmap,It.normalmap,It.displacementmap,{opacity:{value:1}}]),vertexShader:ue.meshnormal_vert,fragmentShader:ue.meshnormal_frag},sprite:{uniforms:bn([It.sprite,It.fog]),vertexShader:ue.sprite_vert,fragmentShader:ue.sprite_frag},background:{uniforms:{uvTransform:{value:new le},t2D:{value:null},backgroundIntensity:{value:1}},vertexShader:ue.background_vert,fragmentShader:ue.background_frag},backgroundCube:{uniforms:{envMap:{value:null},flipEnvMap:{value:-1},backgroundBlurriness:{value:0},backgroundIntensity:{value:1},backgroundRotation:{value:new le}},vertexShader:ue.backgroundCube_vert,fragmentShader:ue.backgroundCube_frag},cube:{uniforms:{tCube:{value:null},tFlip:{value:-1},opacity:{value:1}},vertexShader:ue.cube_vert,fragmentShader:ue.cube_frag},equirect:{uniforms:{tEquirect:{value:null}},vertexShader:ue.equirect_vert,fragmentShader:ue.equirect_frag},distanceRGBA:{uniforms:bn([It.common,It.displacementmap,{referencePosition:{value:new N},nearDistance:{value:1},farDistance:{value:1e3}}]),vertexShader:ue.distanceRGBA_vert,fragmentShader:ue.distanceRGBA_frag},shadow:{uniforms:bn([It.lights,It.fog,{color:{value:new ie(0)},opacity:{value:1}}]),vertexShader:ue.shadow_vert,fragmentShader:ue.shadow_frag}};Fi.physical={uniforms:bn([Fi.standard.uniforms,{clearcoat:{value:0},clearcoatMap:{value:null},clearcoatMapTransform:{value:new le},clearcoatNormalMap:{value:null},clearcoatNormalMapTransform:{value:new le},clearcoatNormalScale:{value:new bt(1,1)},clearcoatRoughness:{value:0},clearcoatRoughnessMap:{value:null},clearcoatRoughnessMapTransform:{value:new le},dispersion:{value:0},iridescence:{value:0},iridescenceMap:{value:null},iridescenceMapTransform:{value:new le},iridescenceIOR:{value:1.3},iridescenceThicknessMinimum:{value:100},iridescenceThicknessMaximum:{value:400},iridescenceThicknessMap:{value:null},iridescenceThicknessMapTransform:{value:new le},sheen:{value:0},sheenColor:{value:new ie(0)},sheenColorMap:{value:null},sheenColorMapTransform:{value:new le},sheenRoughness:{value:1},sheenRoughnessMap:{value:null},sheenRoughnessMapTransform:{value:new le},transmission:{value:0},transmissionMap:{value:null},transmissionMapTransform:{value:new le},transmissionSamplerSize:{value:new bt},transmissionSamplerMap:{value:null},thickness:{value:0},thicknessMap:{value:null},thicknessMapTransform:{value:new le},attenuationDistance:{value:0},attenuationColor:{value:new ie(0)},specularColor:{value:new ie(1,1,1)},specularColorMap:{value:null},specularColorMapTransform:{value:new le},specularIntensity:{value:1},specularIntensityMap:{value:null},specularIntensityMapTransform:{value:new le},anisotropyVector:{value:new bt},anisotropyMap:{value:null},anisotropyMapTransform:{value:new le}}]),vertexShader:ue.meshphysical_vert,fragmentShader:ue.meshphysical_frag};var Fc={r:0,b:0,g:0},er=new ri,MM=new Ge;function bM(i,t,e,n,s,r,o){let a=new ie(0),l=r===!0?0:1,c,u,h=null,d=0,f=null;function g(E){let v=E.isScene===!0?E.background:null;return v&&v.isTexture&&(v=(E.backgroundBlurriness>0?e:t).get(v)),v}function _(E){let v=!1,L=g(E);L===null?p(a,l):L&&L.isColor&&(p(L,1),v=!0);let C=i.xr.getEnvironmentBlendMode();C==="additive"?n.buffers.color.setClear(0,0,0,1,o):C==="alpha-blend"&&n.buffers.color.setClear(0,0,0,0,o),(i.autoClear||v)&&(n.buffers.depth.setTest(!0),n.buffers.depth.setMask(!0),n.buffers.color.setMask(!0),i.clear(i.autoClearColor,i.autoClearDepth,i.autoClearStencil))}function m(E,v){let L=g(v);L&&(L.isCubeTexture||L.mapping===ma)?(u===void 0&&(u=new Fe(new In(1,1,1),new vi({name:"BackgroundCubeMaterial",uniforms:tr(Fi.backgroundCube.uniforms),vertexShader:Fi.backgroundCube.vertexShader,fragmentShader:Fi.backgroundCube.fragmentShader,side:Ln,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),u.geometry.deleteAttribute("normal"),u.geometry.deleteAttribute("uv"),u.onBeforeRender=function(C,U,O){this.matrixWorld.copyPosition(O.matrixWorld)},Object.defineProperty(u.material,"envMap",{get:function(){return this.uniforms.envMap.value}}),s.update(u)),er.copy(v.backgroundRotation),er.x*=-1,er.y*=-1,er.z*=-1,L.isCubeTexture&&L.isRenderTargetTexture===!1&&(er.y*=-1,er.z*=-1),u.material.uniforms.envMap.value=L,u.material.uniforms.flipEnvMap.value=L.isCubeTexture&&L.isRenderTargetTexture===!1?-1:1,u.material.uniforms.backgroundBlurriness.value=v.backgroundBlurriness,u.material.uniforms.backgroundIntensity.value=v.backgroundIntensity,u.material.uniforms.backgroundRotation.value.setFromMatrix4(MM.makeRotationFromEuler(er)),u.material.toneMapped=ge.getTransfer(L.colorSpace)!==Te,(h!==L||d!==L.version||f!==i.toneMapping)&&(u.material.needsUpdate=!0,h=L,d=L.version,f=i.toneMapping),u.layers.enableAll(),E.unshift(u,u.geometry,u.material,0,0,null)):L&&L.isTexture&&(c===void 0&&(c=new Fe(new sa(2,2),new vi({name:"BackgroundMaterial",uniforms:tr(Fi.background.uniforms),vertexShader:Fi.background.vertexShader,fragmentShader:Fi.background.fragmentShader,side:Zi,depthTest:!1,depthWrite:!1,fog:!1,allowOverride:!1})),c.geometry.deleteAttribute("normal"),Object.defineProperty(c.material,"map",{get:function(){return this.uniforms.t2D.value}}),s.update(c)),c.material.uniforms.t2D.value=L,c.material.uniforms.backgroundIntensity.value=v.backgroundIntensity,c.material.toneMapped=ge.getTransfer(L.colorSpace)!==Te,L.matrixAutoUpdate===!0&&L.updateMatrix(),c.material.uniforms.uvTransform.value.copy(L.matrix),(h!==L||d!==L.version||f!==i.toneMapping)&&(c.material.needsUpdate=!0,h=L,d=L.version,f=i.toneMapping),c.layers.enableAll(),E.unshift(c,c.geometry,c.material,0,0,null))}function p(E,v){E.getRGB(Fc,zu(i)),n.buffers.color.setClear(Fc.r,Fc.g,Fc.b,v,o)}function T(){u!==void 0&&(u.geometry.dispose(),u.material.dispose(),u=void 0),c!==void 0&&(c.geometry.dispose(),c.material.dispose(),c=void 0)}return{getClearColor:function(){return a},setClearColor:function(E,v=1){a.set(E),l=v,p(a,l)},getClearAlpha:function(){return l},setClearAlpha:function(E){l=E,p(a,l)},render:_,addToRenderList:m,dispose:T}}function SM(i,t){let e=i.getParameter(i.MAX_VERTEX_ATTRIBS),n={},s=d(null),r=s,o=!1;function a(b,A,k,V,X){let G=!1,q=h(V,k,A);r!==q&&(r=q,c(r.object)),G=f(b,V,k,X),G&&g(b,V,k,X),X!==null&&t.update(X,i.ELEMENT_ARRAY_BUFFER),(G||o)&&(o=!1,v(b,A,k,V),X!==null&&i.bindBuffer(i.ELEMENT_ARRAY_BUFFER,t.get(X).buffer))}function l(){return i.createVertexArray()}function c(b){return i.bindVertexArray(b)}function u(b){return i.deleteVertexArray(b)}function h(b,A,k){let V=k.wireframe===!0,X=n[b.id];X===void 0&&(X={},n[b.id]=X);let G=X[A.id];G===void 0&&(G={},X[A.id]=G);let q=G[V];return q===void 0&&(q=d(l()),G[V]=q),q}function d(b){let A=[],k=[],V=[];for(let X=0;X<e;X++)A[X]=0,k[X]=0,V[X]=0;return{geometry:null,program:null,wireframe:!1,newAttributes:A,enabledAttributes:k,attributeDivisors:V,object:b,attributes:{},index:null}}function f(b,A,k,V){let X=r.attributes,G=A.attributes,q=0,$=k.getAttributes();for(let j in $)if($[j].location>=0){let ut=X[j],xt=G[j];if(xt===void 0&&(j==="instanceMatrix"&&b.instanceMatrix&&(xt=b.instanceMatrix),j==="instanceColor"&&b.instanceColor&&(xt=b.instanceColor)),ut===void 0||ut.attribute!==xt||xt&&ut.data!==xt.data)return!0;q++}return r.attributesNum!==q||r.index!==V}function g(b,A,k,V){let X={},G=A.attributes,q=0,$=k.getAttributes();for(let j in $)if($[j].location>=0){let ut=G[j];ut===void 0&&(j==="instanceMatrix"&&b.instanceMatrix&&(ut=b.instanceMatrix),j==="instanceColor"&&b.instanceColor&&(ut=b.instanceColor));let xt={};xt.attribute=ut,ut&&ut.data&&(xt.data=ut.data),X[j]=xt,q++}r.attributes=X,r.attributesNum=q,r.index=V}function _(){let b=r.newAttributes;for(let A=0,k=b.length;A<k;A++)b[A]=0}function m(b){p(b,0)}function p(b,A){let k=r.newAttributes,V=r.enabledAttributes,X=r.attributeDivisors;k[b]=1,V[b]===0&&(i.enableVertexAttribArray(b),V[b]=1),X[b]!==A&&(i.vertexAttribDivisor(b,A),X[b]=A)}function T(){let b=r.newAttributes,A=r.enabledAttributes;for(let k=0,V=A.length;k<V;k++)A[k]!==b[k]&&(i.disableVertexAttribArray(k),A[k]=0)}function E(b,A,k,V,X,G,q){q===!0?i.vertexAttribIPointer(b,A,k,X,G):i.vertexAttribPointer(b,A,k,V,X,G)}function v(b,A,k,V){_();let X=V.attributes,G=k.getAttributes(),q=A.defaultAttributeValues;for(let $ in G){let j=G[$];if(j.location>=0){let ct=X[$];if(ct===void 0&&($==="instanceMatrix"&&b.instanceMatrix&&(ct=b.instanceMatrix),$==="instanceColor"&&b.instanceColor&&(ct=b.instanceColor)),ct!==void 0){let ut=ct.normalized,xt=ct.itemSize,At=t.get(ct);if(At===void 0)continue;let vt=At.buffer,Qt=At.type,te=At.bytesPerElement,Q=Qt===i.INT||Qt===i.UNSIGNED_INT||ct.gpuType===ec;if(ct.isInterleavedBufferAttribute){let et=ct.data,Rt=et.stride,Ft=ct.offset;if(et.isInstancedInterleavedBuffer){for(let Tt=0;Tt<j.locationSize;Tt++)p(j.location+Tt,et.meshPerAttribute);b.isInstancedMesh!==!0&&V._maxInstanceCount===void 0&&(V._maxInstanceCount=et.meshPerAttribute*et.count)}else for(let Tt=0;Tt<j.locationSize;Tt++)m(j.location+Tt);i.bindBuffer(i.ARRAY_BUFFER,vt);for(let Tt=0;Tt<j.locationSize;Tt++)E(j.location+Tt,xt/j.locationSize,Qt,ut,Rt*te,(Ft+xt/j.locationSize*Tt)*te,Q)}else{if(ct.isInstancedBufferAttribute){for(let et=0;et<j.locationSize;et++)p(j.location+et,ct.meshPerAttribute);b.isInstancedMesh!==!0&&V._maxInstanceCount===void 0&&(V._maxInstanceCount=ct.meshPerAttribute*ct.count)}else for(let et=0;et<j.locationSize;et++)m(j.location+et);i.bindBuffer(i.ARRAY_BUFFER,vt);for(let et=0;et<j.locationSize;et++)E(j.location+et,xt/j.locationSize,Qt,ut,xt*te,xt/j.locationSize*et*te,Q)}}else if(q!==void 0){let ut=q[$];if(ut!==void 0)switch(ut.length){case 2:i.vertexAttrib2fv(j.location,ut);break;case 3:i.vertexAttrib3fv(j.location,ut);break;case 4:i.vertexAttrib4fv(j.location,ut);break;default:i.vertexAttrib1fv(j.location,ut)}}}}T()}function L(){O();for(let b in n){let A=n[b];for(let k in A){let V=A[k];for(let X in V)u(V[X].object),delete V[X];delete A[k]}delete n[b]}}function C(b){if(n[b.id]===void 0)return;let A=n[b.id];for(let k in A){let V=A[k];for(let X in V)u(V[X].object),delete V[X];delete A[k]}delete n[b.id]}function U(b){for(let A in n){let k=n[A];if(k[b.id]===void 0)continue;let V=k[b.id];for(let X in V)u(V[X].object),delete V[X];delete k[b.id]}}function O(){w(),o=!0,r!==s&&(r=s,c(r.object))}function w(){s.geometry=null,s.program=null,s.wireframe=!1}return{setup:a,reset:O,resetDefaultState:w,dispose:L,releaseStatesOfGeometry:C,releaseStatesOfProgram:U,initAttributes:_,enableAttribute:m,disableUnusedAttributes:T}}function wM(i,t,e){let n;function s(c){n=c}function r(c,u){i.drawArrays(n,c,u),e.update(u,n,1)}function o(c,u,h){h!==0&&(i.drawArraysInstanced(n,c,u,h),e.update(u,n,h))}function a(c,u,h){if(h===0)return;t.get("WEBGL_multi_draw").multiDrawArraysWEBGL(n,c,0,u,0,h);let f=0;for(let g=0;g<h;g++)f+=u[g];e.update(f,n,1)}function l(c,u,h,d){if(h===0)return;let f=t.get("WEBGL_multi_draw");if(f===null)for(let g=0;g<c.length;g++)o(c[g],u[g],d[g]);else{f.multiDrawArraysInstancedWEBGL(n,c,0,u,0,d,0,h);let g=0;for(let _=0;_<h;_++)g+=u[_]*d[_];e.update(g,n,1)}}this.setMode=s,this.render=r,this.renderInstances=o,this.renderMultiDraw=a,this.renderMultiDrawInstances=l}function EM(i,t,e,n){let s;function r(){if(s!==void 0)return s;if(t.has("EXT_texture_filter_anisotropic")===!0){let U=t.get("EXT_texture_filter_anisotropic");s=i.getParameter(U.MAX_TEXTURE_MAX_ANISOTROPY_EXT)}else s=0;return s}function o(U){return!(U!==ai&&n.convert(U)!==i.getParameter(i.IMPLEMENTATION_COLOR_READ_FORMAT))}function a(U){let O=U===$r&&(t.has("EXT_color_buffer_half_float")||t.has("EXT_color_buffer_float"));return!(U!==Mi&&n.convert(U)!==i.getParameter(i.IMPLEMENTATION_COLOR_READ_TYPE)&&U!==Ui&&!O)}function l(U){if(U==="highp"){if(i.getShaderPrecisionFormat(i.VERTEX_SHADER,i.HIGH_FLOAT).precision>0&&i.getShaderPrecisionFormat(i.FRAGMENT_SHADER,i.HIGH_FLOAT).precision>0)return"highp";U="mediump"}return U==="mediump"&&i.getShaderPrecisionFormat(i.VERTEX_SHADER,i.MEDIUM_FLOAT).precision>0&&i.getShaderPrecisionFormat(i.FRAGMENT_SHADER,i.MEDIUM_FLOAT).precision>0?"mediump":"lowp"}let c=e.precision!==void 0?e.precision:"highp",u=l(c);u!==c&&(console.warn("THREE.WebGLRenderer:",c,"not supported, using",u,"instead."),c=u);let h=e.logarithmicDepthBuffer===!0,d=e.reversedDepthBuffer===!0&&t.has("EXT_clip_control"),f=i.getParameter(i.MAX_TEXTURE_IMAGE_UNITS),g=i.getParameter(i.MAX_VERTEX_TEXTURE_IMAGE_UNITS),_=i.getParameter(i.MAX_TEXTURE_SIZE),m=i.getParameter(i.MAX_CUBE_MAP_TEXTURE_SIZE),p=i.getParameter(i.MAX_VERTEX_ATTRIBS),T=i.getParameter(i.MAX_VERTEX_UNIFORM_VECTORS),E=i.getParameter(i.MAX_VARYING_VECTORS),v=i.getParameter(i.MAX_FRAGMENT_UNIFORM_VECTORS),L=g>0,C=i.getParameter(i.MAX_SAMPLES);return{isWebGL2:!0,getMaxAnisotropy:r,getMaxPrecision:l,textureFormatReadable:o,textureTypeReadable:a,precision:c,logarithmicDepthBuffer:h,reversedDepthBuffer:d,maxTextures:f,maxVertexTextures:g,maxTextureSize:_,maxCubemapSize:m,maxAttributes:p,maxVertexUniforms:T,maxVaryings:E,maxFragmentUniforms:v,vertexTextures:L,maxSamples:C}}function TM(i){let t=this,e=null,n=0,s=!1,r=!1,o=new Pn,a=new le,l={value:null,needsUpdate:!1};this.uniform=l,this.numPlanes=0,this.numIntersection=0,this.init=function(h,d){let f=h.length!==0||d||n!==0||s;return s=d,n=h.length,f},this.beginShadows=function(){r=!0,u(null)},this.endShadows=function(){r=!1},this.setGlobalState=function(h,d){e=u(h,d,0)},this.setState=function(h,d,f){let g=h.clippingPlanes,_=h.clipIntersection,m=h.clipShadows,p=i.get(h);if(!s||g===null||g.length===0||r&&!m)r?u(null):c();else{let T=r?0:n,E=T*4,v=p.clippingState||null;l.value=v,v=u(g,d,E,f);for(let L=0;L!==E;++L)v[L]=e[L];p.clippingState=v,this.numIntersection=_?this.numPlanes:0,this.numPlanes+=T}};function c(){l.value!==e&&(l.value=e,l.needsUpdate=n>0),t.numPlanes=n,t.numIntersection=0}function u(h,d,f,g){let _=h!==null?h.length:0,m=null;if(_!==0){if(m=l.value,g!==!0||m===null){let p=f+_*4,T=d.matrixWorldInverse;a.getNormalMatrix(T),(m===null||m.length<p)&&(m=new Float32Array(p));for(let E=0,v=f;E!==_;++E,v+=4)o.copy(h[E]).applyMatrix4(T,a),o.normal.toArray(m,v),m[v+3]=o.constant}l.value=m,l.needsUpdate=!0}return t.numPlanes=_,t.numIntersection=0,m}}function AM(i){let t=new WeakMap;function e(o,a){return a===jl?o.mapping=Js:a===Ql&&(o.mapping=js),o}function n(o){if(o&&o.isTexture){let a=o.mapping;if(a===jl||a===Ql)if(t.has(o)){let l=t.get(o).texture;return e(l,o.mapping)}else{let l=o.image;if(l&&l.height>0){let c=new Ml(l.height);return c.fromEquirectangularTexture(i,o),t.set(o,c),o.addEventListener("dispose",s),e(c.texture,o.mapping)}else return null}}return o}function s(o){let a=o.target;a.removeEventListener("dispose",s);let l=t.get(a);l!==void 0&&(t.delete(a),l.dispose())}function r(){t=new WeakMap}return{get:n,dispose:r}}var Qr=4,tm=[.125,.215,.35,.446,.526,.582],sr=20,Xu=new Ks,em=new ie,qu=null,Yu=0,Zu=0,$u=!1,ir=(1+Math.sqrt(5))/2,jr=1/ir,nm=[new N(-ir,jr,0),new N(ir,jr,0),new N(-jr,0,ir),new N(jr,0,ir),new N(0,ir,-jr),new N(0,ir,jr),new N(-1,1,-1),new N(1,1,-1),new N(-1,1,1),new N(1,1,1)],CM=new N,kc=class{constructor(t){this._renderer=t,this._pingPongRenderTarget=null,this._lodMax=0,this._cubeSize=0,this._lodPlanes=[],this._sizeLods=[],this._sigmas=[],this._blurMaterial=null,this._cubemapMaterial=null,this._equirectMaterial=null,this._compileMaterial(this._blurMaterial)}fromScene(t,e=0,n=.1,s=100,r={}){let{size:o=256,position:a=CM}=r;qu=this._renderer.getRenderTarget(),Yu=this._renderer.getActiveCubeFace(),Zu=this._renderer.getActiveMipmapLevel(),$u=this._renderer.xr.enabled,this._renderer.xr.enabled=!1,this._setSize(o);let l=this._allocateTargets();return l.depthBuffer=!0,this._sceneToCubeUV(t,n,s,l,a),e>0&&this._blur(l,0,0,e),this._applyPMREM(l),this._cleanup(l),l}fromEquirectangular(t,e=null){return this._fromTexture(t,e)}fromCubemap(t,e=null){return this._fromTexture(t,e)}compileCubemapShader(){this._cubemapMaterial===null&&(this._cubemapMaterial=rm(),this._compileMaterial(this._cubemapMaterial))}compileEquirectangularShader(){this._equirectMaterial===null&&(this._equirectMaterial=sm(),this._compileMaterial(this._equirectMaterial))}dispose(){this._dispose(),this._cubemapMaterial!==null&&this._cubemapMaterial.dispose(),this._equirectMaterial!==null&&this._equirectMaterial.dispose()}_setSize(t){this._lodMax=Math.floor(Math.log2(t)),this._cubeSize=Math.pow(2,this._lodMax)}_dispose(){this._blurMaterial!==null&&this._blurMaterial.dispose(),this._pingPongRenderTarget!==null&&this._pingPongRenderTarget.dispose();for(let t=0;t<this._lodPlanes.length;t++)this._lodPlanes[t].dispose()}_cleanup(t){this._renderer.setRenderTarget(qu,Yu,Zu),this._renderer.xr.enabled=$u,t.scissorTest=!1,Oc(t,0,0,t.width,t.height)}_fromTexture(t,e){t.mapping===Js||t.mapping===js?this._setSize(t.image.length===0?16:t.image[0].width||t.image[0].image.width):this._setSize(t.image.width/4),qu=this._renderer.getRenderTarget(),Yu=this._renderer.getActiveCubeFace(),Zu=this._renderer.getActiveMipmapLevel(),$u=this._renderer.xr.enabled,this._renderer.xr.enabled=!1;let n=e||this._allocateTargets();return this._textureToCubeUV(t,n),this._applyPMREM(n),this._cleanup(n),n}_allocateTargets(){let t=3*Math.max(this._cubeSize,112),e=4*this._cubeSize,n={magFilter:yi,minFilter:yi,generateMipmaps:!1,type:$r,format:ai,colorSpace:Xs,depthBuffer:!1},s=im(t,e,n);if(this._pingPongRenderTarget===null||this._pingPongRenderTarget.width!==t||this._pingPongRenderTarget.height!==e){this._pingPongRenderTarget!==null&&this._dispose(),this._pingPongRenderTarget=im(t,e,n);let{_lodMax:r}=this;({sizeLods:this._sizeLods,lodPlanes:this._lodPlanes,sigmas:this._sigmas}=RM(r)),this._blurMaterial=PM(r,t,e)}return s}_compileMaterial(t){let e=new Fe(this._lodPlanes[0],t);this._renderer.compile(e,Xu)}_sceneToCubeUV(t,e,n,s,r){let l=new pn(90,1,e,n),c=[1,-1,1,1,1,1],u=[1,1,1,-1,-1,-1],h=this._renderer,d=h.autoClear,f=h.toneMapping;h.getClearColor(em),h.toneMapping=Qi,h.autoClear=!1,h.state.buffers.depth.getReversed()&&(h.setRenderTarget(s),h.clearDepth(),h.setRenderTarget(null));let _=new Bo({name:"PMREM.Background",side:Ln,depthWrite:!1,depthTest:!1}),m=new Fe(new In,_),p=!1,T=t.background;T?T.isColor&&(_.color.copy(T),t.background=null,p=!0):(_.color.copy(em),p=!0);for(let E=0;E<6;E++){let v=E%3;v===0?(l.up.set(0,c[E],0),l.position.set(r.x,r.y,r.z),l.lookAt(r.x+u[E],r.y,r.z)):v===1?(l.up.set(0,0,c[E]),l.position.set(r.x,r.y,r.z),l.lookAt(r.x,r.y+u[E],r.z)):(l.up.set(0,c[E],0),l.position.set(r.x,r.y,r.z),l.lookAt(r.x,r.y,r.z+u[E]));let L=this._cubeSize;Oc(s,v*L,E>2?L:0,L,L),h.setRenderTarget(s),p&&h.render(m,l),h.render(t,l)}m.geometry.dispose(),m.material.dispose(),h.toneMapping=f,h.autoClear=d,t.background=T}_textureToCubeUV(t,e){let n=this._renderer,s=t.mapping===Js||t.mapping===js;s?(this._cubemapMaterial===null&&(this._cubemapMaterial=rm()),this._cubemapMaterial.uniforms.flipEnvMap.value=t.isRenderTargetTexture===!1?-1:1):this._equirectMaterial===null&&(this._equirectMaterial=sm());let r=s?this._cubemapMaterial:this._equirectMaterial,o=new Fe(this._lodPlanes[0],r),a=r.uniforms;a.envMap.value=t;let l=this._cubeSize;Oc(e,0,0,3*l,2*l),n.setRenderTarget(e),n.render(o,Xu)}_applyPMREM(t){let e=this._renderer,n=e.autoClear;e.autoClear=!1;let s=this._lodPlanes.length;for(let r=1;r<s;r++){let o=Math.sqrt(this._sigmas[r]*this._sigmas[r]-this._sigmas[r-1]*this._sigmas[r-1]),a=nm[(s-r-1)%nm.length];this._blur(t,r-1,r,o,a)}e.autoClear=n}_blur(t,e,n,s,r){let o=this._pingPongRenderTarget;this._halfBlur(t,o,e,n,s,"latitudinal",r),this._halfBlur(o,t,n,n,s,"longitudinal",r)}_halfBlur(t,e,n,s,r,o,a){let l=this._renderer,c=this._blurMaterial;o!=="latitudinal"&&o!=="longitudinal"&&console.error("blur direction must be either latitudinal or longitudinal!");let u=3,h=new Fe(this._lodPlanes[s],c),d=c.uniforms,f=this._sizeLods[n]-1,g=isFinite(r)?Math.PI/(2*f):2*Math.PI/(2*sr-1),_=r/g,m=isFinite(r)?1+Math.floor(u*_):sr;m>sr&&console.warn(`sigmaRadians, ${r}, is too large and will clip, as it requested ${m} samples when the maximum is set to ${sr}`);let p=[],T=0;for(let U=0;U<sr;++U){let O=U/_,w=Math.exp(-O*O/2);p.push(w),U===0?T+=w:U<m&&(T+=2*w)}for(let U=0;U<p.length;U++)p[U]=p[U]/T;d.envMap.value=t.texture,d.samples.value=m,d.weights.value=p,d.latitudinal.value=o==="latitudinal",a&&(d.poleAxis.value=a);let{_lodMax:E}=this;d.dTheta.value=g,d.mipInt.value=E-n;let v=this._sizeLods[s],L=3*v*(s>E-Qr?s-E+Qr:0),C=4*(this._cubeSize-v);Oc(e,L,C,3*v,2*v),l.setRenderTarget(e),l.render(h,Xu)}};function RM(i){let t=[],e=[],n=[],s=i,r=i-Qr+1+tm.length;for(let o=0;o<r;o++){let a=Math.pow(2,s);e.push(a);let l=1/a;o>i-Qr?l=tm[o-i+Qr-1]:o===0&&(l=0),n.push(l);let c=1/(a-2),u=-c,h=1+c,d=[u,u,h,u,h,h,u,u,h,h,u,h],f=6,g=6,_=3,m=2,p=1,T=new Float32Array(_*g*f),E=new Float32Array(m*g*f),v=new Float32Array(p*g*f);for(let C=0;C<f;C++){let U=C%3*2/3-1,O=C>2?0:-1,w=[U,O,0,U+2/3,O,0,U+2/3,O+1,0,U,O,0,U+2/3,O+1,0,U,O+1,0];T.set(w,_*g*C),E.set(d,m*g*C);let b=[C,C,C,C,C,C];v.set(b,p*g*C)}let L=new Je;L.setAttribute("position",new Mn(T,_)),L.setAttribute("uv",new Mn(E,m)),L.setAttribute("faceIndex",new Mn(v,p)),t.push(L),s>Qr&&s--}return{lodPlanes:t,sizeLods:e,sigmas:n}}function im(i,t,e){let n=new Li(i,t,e);return n.texture.mapping=ma,n.texture.name="PMREM.cubeUv",n.scissorTest=!0,n}function Oc(i,t,e,n,s){i.viewport.set(t,e,n,s),i.scissor.set(t,e,n,s)}function PM(i,t,e){let n=new Float32Array(sr),s=new N(0,1,0);return new vi({name:"SphericalGaussianBlur",defines:{n:sr,CUBEUV_TEXEL_WIDTH:1/t,CUBEUV_TEXEL_HEIGHT:1/e,CUBEUV_MAX_MIP:`${i}.0`},uniforms:{envMap:{value:null},samples:{value:1},weights:{value:n},latitudinal:{value:!1},dTheta:{value:0},mipInt:{value:0},poleAxis:{value:s}},vertexShader:rd(),fragmentShader:`

			precision mediump float;
			precision mediump int;

			varying vec3 vOutputDirection;

			uniform sampler2D envMap;
			uniform int samples;
			uniform float weights[ n ];
			uniform bool latitudinal;
			uniform float dTheta;
			uniform float mipInt;
			uniform vec3 poleAxis;

			#define ENVMAP_TYPE_CUBE_UV
			#include <cube_uv_reflection_fragment>

			vec3 getSample( float theta, vec3 axis ) {

				float cosTheta = cos( theta );
				// Rodrigues' axis-angle rotation
				vec3 sampleDirection = vOutputDirection * cosTheta
					+ cross( axis, vOutputDirection ) * sin( theta )
					+ axis * dot( axis, vOutputDirection ) * ( 1.0 - cosTheta );

				return bilinearCubeUV( envMap, sampleDirection, mipInt );

			}

			void main() {

				vec3 axis = latitudinal ? poleAxis : cross( poleAxis, vOutputDirection );

				if ( all( equal( axis, vec3( 0.0 ) ) ) ) {

					axis = vec3( vOutputDirection.z, 0.0, - vOutputDirection.x );

				}

				axis = normalize( axis );

				gl_FragColor = vec4( 0.0, 0.0, 0.0, 1.0 );
				gl_FragColor.rgb += weights[ 0 ] * getSample( 0.0, axis );

				for ( int i = 1; i < n; i++ ) {

					if ( i >= samples ) {

						break;

					}

					float theta = dTheta * float( i );
					gl_FragColor.rgb += weights[ i ] * getSample( -1.0 * theta, axis );
					gl_FragColor.rgb += weights[ i ] * getSample( theta, axis );

				}

			}
		`,blending:ji,depthTest:!1,depthWrite:!1})}function sm(){return new vi({name:"EquirectangularToCubeUV",uniforms:{envMap:{value:null}},vertexShader:rd(),fragmentShader:`

			precision mediump float;
			precision mediump int;

			varying vec3 vOutputDirection;

			uniform sampler2D envMap;

			#include <common>

			void main() {

				vec3 outputDirection = normalize( vOutputDirection );
				vec2 uv = equirectUv( outputDirection );

				gl_FragColor = vec4( texture2D ( envMap, uv ).rgb, 1.0 );

			}
		`,blending:ji,depthTest:!1,depthWrite:!1})}function rm(){return new vi({name:"CubemapToCubeUV",uniforms:{envMap:{value:null},flipEnvMap:{value:-1}},vertexShader:rd(),fragmentShader:`

			precision mediump float;
			precision mediump int;

			uniform float flipEnvMap;

			varying vec3 vOutputDirection;

			uniform samplerCube envMap;

			void main() {

				gl_FragColor = textureCube( envMap, vec3( flipEnvMap * vOutputDirection.x, vOutputDirection.yz ) );

			}
		`,blending:ji,depthTest:!1,depthWrite:!1})}function rd(){return`

		precision mediump float;
		precision mediump int;

		attribute float faceIndex;

		varying vec3 vOutputDirection;

		// RH coordinate system; PMREM face-indexing convention
		vec3 getDirection( vec2 uv, float face ) {

			uv = 2.0 * uv - 1.0;

			vec3 direction = vec3( uv, 1.0 );

			if ( face == 0.0 ) {

				direction = direction.zyx; // ( 1, v, u ) pos x

			} else if ( face == 1.0 ) {

				direction = direction.xzy;
				direction.xz *= -1.0; // ( -u, 1, -v ) pos y

			} else if ( face == 2.0 ) {

				direction.x *= -1.0; // ( -u, v, 1 ) pos z

			} else if ( face == 3.0 ) {

				direction = direction.zyx;
				direction.xz *= -1.0; // ( -1, v, -u ) neg x

			} else if ( face == 4.0 ) {

				direction = direction.xzy;
				direction.xy *= -1.0; // ( -u, -1, v ) neg y

			} else if ( face == 5.0 ) {

				direction.z *= -1.0; // ( u, v, -1 ) neg z

			}

			return direction;

		}

		void main() {

			vOutputDirection = getDirection( uv, faceIndex );
			gl_Position = vec4( position, 1.0 );

		}
	`}function IM(i){let t=new WeakMap,e=null;function n(a){if(a&&a.isTexture){let l=a.mapping,c=l===jl||l===Ql,u=l===Js||l===js;if(c||u){let h=t.get(a),d=h!==void 0?h.texture.pmremVersion:0;if(a.isRenderTargetTexture&&a.pmremVersion!==d)return e===null&&(e=new kc(i)),h=c?e.fromEquirectangular(a,h):e.fromCubemap(a,h),h.texture.pmremVersion=a.pmremVersion,t.set(a,h),h.texture;if(h!==void 0)return h.texture;{let f=a.image;return c&&f&&f.height>0||u&&f&&s(f)?(e===null&&(e=new kc(i)),h=c?e.fromEquirectangular(a):e.fromCubemap(a),h.texture.pmremVersion=a.pmremVersion,t.set(a,h),a.addEventListener("dispose",r),h.texture):null}}}return a}function s(a){let l=0,c=6;for(let u=0;u<c;u++)a[u]!==void 0&&l++;return l===c}function r(a){let l=a.target;l.removeEventListener("dispose",r);let c=t.get(l);c!==void 0&&(t.delete(l),c.dispose())}function o(){t=new WeakMap,e!==null&&(e.dispose(),e=null)}return{get:n,dispose:o}}function LM(i){let t={};function e(n){if(t[n]!==void 0)return t[n];let s;switch(n){case"WEBGL_depth_texture":s=i.getExtension("WEBGL_depth_texture")||i.getExtension("MOZ_WEBGL_depth_texture")||i.getExtension("WEBKIT_WEBGL_depth_texture");break;case"EXT_texture_filter_anisotropic":s=i.getExtension("EXT_texture_filter_anisotropic")||i.getExtension("MOZ_EXT_texture_filter_anisotropic")||i.getExtension("WEBKIT_EXT_texture_filter_anisotropic");break;case"WEBGL_compressed_texture_s3tc":s=i.getExtension("WEBGL_compressed_texture_s3tc")||i.getExtension("MOZ_WEBGL_compressed_texture_s3tc")||i.getExtension("WEBKIT_WEBGL_compressed_texture_s3tc");break;case"WEBGL_compressed_texture_pvrtc":s=i.getExtension("WEBGL_compressed_texture_pvrtc")||i.getExtension("WEBKIT_WEBGL_compressed_texture_pvrtc");break;default:s=i.getExtension(n)}return t[n]=s,s}return{has:function(n){return e(n)!==null},init:function(){e("EXT_color_buffer_float"),e("WEBGL_clip_cull_distance"),e("OES_texture_float_linear"),e("EXT_color_buffer_half_float"),e("WEBGL_multisampled_render_to_texture"),e("WEBGL_render_shared_exponent")},get:function(n){let s=e(n);return s===null&&Br("THREE.WebGLRenderer: "+n+" extension not supported."),s}}}function DM(i,t,e,n){let s={},r=new WeakMap;function o(h){let d=h.target;d.index!==null&&t.remove(d.index);for(let g in d.attributes)t.remove(d.attributes[g]);d.removeEventListener("dispose",o),delete s[d.id];let f=r.get(d);f&&(t.remove(f),r.delete(d)),n.releaseStatesOfGeometry(d),d.isInstancedBufferGeometry===!0&&delete d._maxInstanceCount,e.memory.geometries--}function a(h,d){return s[d.id]===!0||(d.addEventListener("dispose",o),s[d.id]=!0,e.memory.geometries++),d}function l(h){let d=h.attributes;for(let f in d)t.update(d[f],i.ARRAY_BUFFER)}function c(h){let d=[],f=h.index,g=h.attributes.position,_=0;if(f!==null){let T=f.array;_=f.version;for(let E=0,v=T.length;E<v;E+=3){let L=T[E+0],C=T[E+1],U=T[E+2];d.push(L,C,C,U,U,L)}}else if(g!==void 0){let T=g.array;_=g.version;for(let E=0,v=T.length/3-1;E<v;E+=3){let L=E+0,C=E+1,U=E+2;d.push(L,C,C,U,U,L)}}else return;let m=new(ku(d)?zo:ko)(d,1);m.version=_;let p=r.get(h);p&&t.remove(p),r.set(h,m)}function u(h){let d=r.get(h);if(d){let f=h.index;f!==null&&d.version<f.version&&c(h)}else c(h);return r.get(h)}return{get:a,update:l,getWireframeAttribute:u}}function NM(i,t,e){let n;function s(d){n=d}let r,o;function a(d){r=d.type,o=d.bytesPerElement}function l(d,f){i.drawElements(n,f,r,d*o),e.update(f,n,1)}function c(d,f,g){g!==0&&(i.drawElementsInstanced(n,f,r,d*o,g),e.update(f,n,g))}function u(d,f,g){if(g===0)return;t.get("WEBGL_multi_draw").multiDrawElementsWEBGL(n,f,0,r,d,0,g);let m=0;for(let p=0;p<g;p++)m+=f[p];e.update(m,n,1)}function h(d,f,g,_){if(g===0)return;let m=t.get("WEBGL_multi_draw");if(m===null)for(let p=0;p<d.length;p++)c(d[p]/o,f[p],_[p]);else{m.multiDrawElementsInstancedWEBGL(n,f,0,r,d,0,_,0,g);let p=0;for(let T=0;T<g;T++)p+=f[T]*_[T];e.update(p,n,1)}}this.setMode=s,this.setIndex=a,this.render=l,this.renderInstances=c,this.renderMultiDraw=u,this.renderMultiDrawInstances=h}function UM(i){let t={geometries:0,textures:0},e={frame:0,calls:0,triangles:0,points:0,lines:0};function n(r,o,a){switch(e.calls++,o){case i.TRIANGLES:e.triangles+=a*(r/3);break;case i.LINES:e.lines+=a*(r/2);break;case i.LINE_STRIP:e.lines+=a*(r-1);break;case i.LINE_LOOP:e.lines+=a*r;break;case i.POINTS:e.points+=a*r;break;default:console.error("THREE.WebGLInfo: Unknown draw mode:",o);break}}function s(){e.calls=0,e.triangles=0,e.points=0,e.lines=0}return{memory:t,render:e,programs:null,autoReset:!0,reset:s,update:n}}function FM(i,t,e){let n=new WeakMap,s=new Xe;function r(o,a,l){let c=o.morphTargetInfluences,u=a.morphAttributes.position||a.morphAttributes.normal||a.morphAttributes.color,h=u!==void 0?u.length:0,d=n.get(a);if(d===void 0||d.count!==h){let w=function(){U.dispose(),n.delete(a),a.removeEventListener("dispose",w)};d!==void 0&&d.texture.dispose();let f=a.morphAttributes.position!==void 0,g=a.morphAttributes.normal!==void 0,_=a.morphAttributes.color!==void 0,m=a.morphAttributes.position||[],p=a.morphAttributes.normal||[],T=a.morphAttributes.color||[],E=0;f===!0&&(E=1),g===!0&&(E=2),_===!0&&(E=3);let v=a.attributes.position.count*E,L=1;v>t.maxTextureSize&&(L=Math.ceil(v/t.maxTextureSize),v=t.maxTextureSize);let C=new Float32Array(v*L*4*h),U=new Oo(C,v,L,h);U.type=Ui,U.needsUpdate=!0;let O=E*4;for(let b=0;b<h;b++){let A=m[b],k=p[b],V=T[b],X=v*L*4*b;for(let G=0;G<A.count;G++){let q=G*O;f===!0&&(s.fromBufferAttribute(A,G),C[X+q+0]=s.x,C[X+q+1]=s.y,C[X+q+2]=s.z,C[X+q+3]=0),g===!0&&(s.fromBufferAttribute(k,G),C[X+q+4]=s.x,C[X+q+5]=s.y,C[X+q+6]=s.z,C[X+q+7]=0),_===!0&&(s.fromBufferAttribute(V,G),C[X+q+8]=s.x,C[X+q+9]=s.y,C[X+q+10]=s.z,C[X+q+11]=V.itemSize===4?s.w:1)}}d={count:h,texture:U,size:new bt(v,L)},n.set(a,d),a.addEventListener("dispose",w)}if(o.isInstancedMesh===!0&&o.morphTexture!==null)l.getUniforms().setValue(i,"morphTexture",o.morphTexture,e);else{let f=0;for(let _=0;_<c.length;_++)f+=c[_];let g=a.morphTargetsRelative?1:1-f;l.getUniforms().setValue(i,"morphTargetBaseInfluence",g),l.getUniforms().setValue(i,"morphTargetInfluences",c)}l.getUniforms().setValue(i,"morphTargetsTexture",d.texture,e),l.getUniforms().setValue(i,"morphTargetsTextureSize",d.size)}return{update:r}}function OM(i,t,e,n){let s=new WeakMap;function r(l){let c=n.render.frame,u=l.geometry,h=t.get(l,u);if(s.get(h)!==c&&(t.update(h),s.set(h,c)),l.isInstancedMesh&&(l.hasEventListener("dispose",a)===!1&&l.addEventListener("dispose",a),s.get(l)!==c&&(e.update(l.instanceMatrix,i.ARRAY_BUFFER),l.instanceColor!==null&&e.update(l.instanceColor,i.ARRAY_BUFFER),s.set(l,c))),l.isSkinnedMesh){let d=l.skeleton;s.get(d)!==c&&(d.update(),s.set(d,c))}return h}function o(){s=new WeakMap}function a(l){let c=l.target;c.removeEventListener("dispose",a),e.remove(c.instanceMatrix),c.instanceColor!==null&&e.remove(c.instanceColor)}return{update:r,dispose:o}}var wm=new qn,om=new Xo(1,1),Em=new Oo,Tm=new xl,Am=new Ho,am=[],lm=[],cm=new Float32Array(16),hm=new Float32Array(9),um=new Float32Array(4);function eo(i,t,e){let n=i[0];if(n<=0||n>0)return i;let s=t*e,r=am[s];if(r===void 0&&(r=new Float32Array(s),am[s]=r),t!==0){n.toArray(r,0);for(let o=1,a=0;o!==t;++o)a+=e,i[o].toArray(r,a)}return r}function tn(i,t){if(i.length!==t.length)return!1;for(let e=0,n=i.length;e<n;e++)if(i[e]!==t[e])return!1;return!0}function en(i,t){for(let e=0,n=t.length;e<n;e++)i[e]=t[e]}function Vc(i,t){let e=lm[t];e===void 0&&(e=new Int32Array(t),lm[t]=e);for(let n=0;n!==t;++n)e[n]=i.allocateTextureUnit();return e}function BM(i,t){let e=this.cache;e[0]!==t&&(i.uniform1f(this.addr,t),e[0]=t)}function kM(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(i.uniform2f(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(tn(e,t))return;i.uniform2fv(this.addr,t),en(e,t)}}function zM(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(i.uniform3f(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else if(t.r!==void 0)(e[0]!==t.r||e[1]!==t.g||e[2]!==t.b)&&(i.uniform3f(this.addr,t.r,t.g,t.b),e[0]=t.r,e[1]=t.g,e[2]=t.b);else{if(tn(e,t))return;i.uniform3fv(this.addr,t),en(e,t)}}function VM(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(i.uniform4f(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(tn(e,t))return;i.uniform4fv(this.addr,t),en(e,t)}}function HM(i,t){let e=this.cache,n=t.elements;if(n===void 0){if(tn(e,t))return;i.uniformMatrix2fv(this.addr,!1,t),en(e,t)}else{if(tn(e,n))return;um.set(n),i.uniformMatrix2fv(this.addr,!1,um),en(e,n)}}function GM(i,t){let e=this.cache,n=t.elements;if(n===void 0){if(tn(e,t))return;i.uniformMatrix3fv(this.addr,!1,t),en(e,t)}else{if(tn(e,n))return;hm.set(n),i.uniformMatrix3fv(this.addr,!1,hm),en(e,n)}}function WM(i,t){let e=this.cache,n=t.elements;if(n===void 0){if(tn(e,t))return;i.uniformMatrix4fv(this.addr,!1,t),en(e,t)}else{if(tn(e,n))return;cm.set(n),i.uniformMatrix4fv(this.addr,!1,cm),en(e,n)}}function XM(i,t){let e=this.cache;e[0]!==t&&(i.uniform1i(this.addr,t),e[0]=t)}function qM(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(i.uniform2i(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(tn(e,t))return;i.uniform2iv(this.addr,t),en(e,t)}}function YM(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(i.uniform3i(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else{if(tn(e,t))return;i.uniform3iv(this.addr,t),en(e,t)}}function ZM(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(i.uniform4i(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(tn(e,t))return;i.uniform4iv(this.addr,t),en(e,t)}}function $M(i,t){let e=this.cache;e[0]!==t&&(i.uniform1ui(this.addr,t),e[0]=t)}function KM(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y)&&(i.uniform2ui(this.addr,t.x,t.y),e[0]=t.x,e[1]=t.y);else{if(tn(e,t))return;i.uniform2uiv(this.addr,t),en(e,t)}}function JM(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z)&&(i.uniform3ui(this.addr,t.x,t.y,t.z),e[0]=t.x,e[1]=t.y,e[2]=t.z);else{if(tn(e,t))return;i.uniform3uiv(this.addr,t),en(e,t)}}function jM(i,t){let e=this.cache;if(t.x!==void 0)(e[0]!==t.x||e[1]!==t.y||e[2]!==t.z||e[3]!==t.w)&&(i.uniform4ui(this.addr,t.x,t.y,t.z,t.w),e[0]=t.x,e[1]=t.y,e[2]=t.z,e[3]=t.w);else{if(tn(e,t))return;i.uniform4uiv(this.addr,t),en(e,t)}}function QM(i,t,e){let n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s);let r;this.type===i.SAMPLER_2D_SHADOW?(om.compareFunction=Uu,r=om):r=wm,e.setTexture2D(t||r,s)}function tb(i,t,e){let n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s),e.setTexture3D(t||Tm,s)}function eb(i,t,e){let n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s),e.setTextureCube(t||Am,s)}function nb(i,t,e){let n=this.cache,s=e.allocateTextureUnit();n[0]!==s&&(i.uniform1i(this.addr,s),n[0]=s),e.setTexture2DArray(t||Em,s)}function ib(i){switch(i){case 5126:return BM;case 35664:return kM;case 35665:return zM;case 35666:return VM;case 35674:return HM;case 35675:return GM;case 35676:return WM;case 5124:case 35670:return XM;case 35667:case 35671:return qM;case 35668:case 35672:return YM;case 35669:case 35673:return ZM;case 5125:return $M;case 36294:return KM;case 36295:return JM;case 36296:return jM;case 35678:case 36198:case 36298:case 36306:case 35682:return QM;case 35679:case 36299:case 36307:return tb;case 35680:case 36300:case 36308:case 36293:return eb;case 36289:case 36303:case 36311:case 36292:return nb}}function sb(i,t){i.uniform1fv(this.addr,t)}function rb(i,t){let e=eo(t,this.size,2);i.uniform2fv(this.addr,e)}function ob(i,t){let e=eo(t,this.size,3);i.uniform3fv(this.addr,e)}function ab(i,t){let e=eo(t,this.size,4);i.uniform4fv(this.addr,e)}function lb(i,t){let e=eo(t,this.size,4);i.uniformMatrix2fv(this.addr,!1,e)}function cb(i,t){let e=eo(t,this.size,9);i.uniformMatrix3fv(this.addr,!1,e)}function hb(i,t){let e=eo(t,this.size,16);i.uniformMatrix4fv(this.addr,!1,e)}function ub(i,t){i.uniform1iv(this.addr,t)}function db(i,t){i.uniform2iv(this.addr,t)}function fb(i,t){i.uniform3iv(this.addr,t)}function pb(i,t){i.uniform4iv(this.addr,t)}function mb(i,t){i.uniform1uiv(this.addr,t)}function gb(i,t){i.uniform2uiv(this.addr,t)}function _b(i,t){i.uniform3uiv(this.addr,t)}function yb(i,t){i.uniform4uiv(this.addr,t)}function xb(i,t,e){let n=this.cache,s=t.length,r=Vc(e,s);tn(n,r)||(i.uniform1iv(this.addr,r),en(n,r));for(let o=0;o!==s;++o)e.setTexture2D(t[o]||wm,r[o])}function vb(i,t,e){let n=this.cache,s=t.length,r=Vc(e,s);tn(n,r)||(i.uniform1iv(this.addr,r),en(n,r));for(let o=0;o!==s;++o)e.setTexture3D(t[o]||Tm,r[o])}function Mb(i,t,e){let n=this.cache,s=t.length,r=Vc(e,s);tn(n,r)||(i.uniform1iv(this.addr,r),en(n,r));for(let o=0;o!==s;++o)e.setTextureCube(t[o]||Am,r[o])}function bb(i,t,e){let n=this.cache,s=t.length,r=Vc(e,s);tn(n,r)||(i.uniform1iv(this.addr,r),en(n,r));for(let o=0;o!==s;++o)e.setTexture2DArray(t[o]||Em,r[o])}function Sb(i){switch(i){case 5126:return sb;case 35664:return rb;case 35665:return ob;case 35666:return ab;case 35674:return lb;case 35675:return cb;case 35676:return hb;case 5124:case 35670:return ub;case 35667:case 35671:return db;case 35668:case 35672:return fb;case 35669:case 35673:return pb;case 5125:return mb;case 36294:return gb;case 36295:return _b;case 36296:return yb;case 35678:case 36198:case 36298:case 36306:case 35682:return xb;case 35679:case 36299:case 36307:return vb;case 35680:case 36300:case 36308:case 36293:return Mb;case 36289:case 36303:case 36311:case 36292:return bb}}var Ju=class{constructor(t,e,n){this.id=t,this.addr=n,this.cache=[],this.type=e.type,this.setValue=ib(e.type)}},ju=class{constructor(t,e,n){this.id=t,this.addr=n,this.cache=[],this.type=e.type,this.size=e.size,this.setValue=Sb(e.type)}},Qu=class{constructor(t){this.id=t,this.seq=[],this.map={}}setValue(t,e,n){let s=this.seq;for(let r=0,o=s.length;r!==o;++r){let a=s[r];a.setValue(t,e[a.id],n)}}},Ku=/(\w+)(\])?(\[|\.)?/g;function dm(i,t){i.seq.push(t),i.map[t.id]=t}function wb(i,t,e){let n=i.name,s=n.length;for(Ku.lastIndex=0;;){let r=Ku.exec(n),o=Ku.lastIndex,a=r[1],l=r[2]==="]",c=r[3];if(l&&(a=a|0),c===void 0||c==="["&&o+2===s){dm(e,c===void 0?new Ju(a,i,t):new ju(a,i,t));break}else{let h=e.map[a];h===void 0&&(h=new Qu(a),dm(e,h)),e=h}}}var to=class{constructor(t,e){this.seq=[],this.map={};let n=t.getProgramParameter(e,t.ACTIVE_UNIFORMS);for(let s=0;s<n;++s){let r=t.getActiveUniform(e,s),o=t.getUniformLocation(e,r.name);wb(r,o,this)}}setValue(t,e,n,s){let r=this.map[e];r!==void 0&&r.setValue(t,n,s)}setOptional(t,e,n){let s=e[n];s!==void 0&&this.setValue(t,n,s)}static upload(t,e,n,s){for(let r=0,o=e.length;r!==o;++r){let a=e[r],l=n[a.id];l.needsUpdate!==!1&&a.setValue(t,l.value,s)}}static seqWithValue(t,e){let n=[];for(let s=0,r=t.length;s!==r;++s){let o=t[s];o.id in e&&n.push(o)}return n}};function fm(i,t,e){let n=i.createShader(t);return i.shaderSource(n,e),i.compileShader(n),n}var Eb=37297,Tb=0;function Ab(i,t){let e=i.split(`
`),n=[],s=Math.max(t-6,0),r=Math.min(t+6,e.length);for(let o=s;o<r;o++){let a=o+1;n.push(`${a===t?">":" "} ${a}: ${e[o]}`)}return n.join(`
`)}var pm=new le;function Cb(i){ge._getMatrix(pm,ge.workingColorSpace,i);let t=`mat3( ${pm.elements.map(e=>e.toFixed(4))} )`;switch(ge.getTransfer(i)){case No:return[t,"LinearTransferOETF"];case Te:return[t,"sRGBTransferOETF"];default:return console.warn("THREE.WebGLProgram: Unsupported color space: ",i),[t,"LinearTransferOETF"]}}function mm(i,t,e){let n=i.getShaderParameter(t,i.COMPILE_STATUS),r=(i.getShaderInfoLog(t)||"").trim();if(n&&r==="")return"";let o=/ERROR: 0:(\d+)/.exec(r);if(o){let a=parseInt(o[1]);return e.toUpperCase()+`

`+r+`

`+Ab(i.getShaderSource(t),a)}else return r}function Rb(i,t){let e=Cb(t);return[`vec4 ${i}( vec4 value ) {`,`	return ${e[1]}( vec4( value.rgb * ${e[0]}, value.a ) );`,"}"].join(`
`)}function Pb(i,t){let e;switch(t){case Ap:e="Linear";break;case Cp:e="Reinhard";break;case Rp:e="Cineon";break;case Pp:e="ACESFilmic";break;case Lp:e="AgX";break;case Dp:e="Neutral";break;case Ip:e="Custom";break;default:console.warn("THREE.WebGLProgram: Unsupported toneMapping:",t),e="Linear"}return"vec3 "+i+"( vec3 color ) { return "+e+"ToneMapping( color ); }"}var Bc=new N;function Ib(){ge.getLuminanceCoefficients(Bc);let i=Bc.x.toFixed(4),t=Bc.y.toFixed(4),e=Bc.z.toFixed(4);return["float luminance( const in vec3 rgb ) {",`	const vec3 weights = vec3( ${i}, ${t}, ${e} );`,"	return dot( weights, rgb );","}"].join(`
`)}function Lb(i){return[i.extensionClipCullDistance?"#extension GL_ANGLE_clip_cull_distance : require":"",i.extensionMultiDraw?"#extension GL_ANGLE_multi_draw : require":""].filter(Ma).join(`
`)}function Db(i){let t=[];for(let e in i){let n=i[e];n!==!1&&t.push("#define "+e+" "+n)}return t.join(`
`)}function Nb(i,t){let e={},n=i.getProgramParameter(t,i.ACTIVE_ATTRIBUTES);for(let s=0;s<n;s++){let r=i.getActiveAttrib(t,s),o=r.name,a=1;r.type===i.FLOAT_MAT2&&(a=2),r.type===i.FLOAT_MAT3&&(a=3),r.type===i.FLOAT_MAT4&&(a=4),e[o]={type:r.type,location:i.getAttribLocation(t,o),locationSize:a}}return e}function Ma(i){return i!==""}function gm(i,t){let e=t.numSpotLightShadows+t.numSpotLightMaps-t.numSpotLightShadowsWithMaps;return i.replace(/NUM_DIR_LIGHTS/g,t.numDirLights).replace(/NUM_SPOT_LIGHTS/g,t.numSpotLights).replace(/NUM_SPOT_LIGHT_MAPS/g,t.numSpotLightMaps).replace(/NUM_SPOT_LIGHT_COORDS/g,e).replace(/NUM_RECT_AREA_LIGHTS/g,t.numRectAreaLights).replace(/NUM_POINT_LIGHTS/g,t.numPointLights).replace(/NUM_HEMI_LIGHTS/g,t.numHemiLights).replace(/NUM_DIR_LIGHT_SHADOWS/g,t.numDirLightShadows).replace(/NUM_SPOT_LIGHT_SHADOWS_WITH_MAPS/g,t.numSpotLightShadowsWithMaps).replace(/NUM_SPOT_LIGHT_SHADOWS/g,t.numSpotLightShadows).replace(/NUM_POINT_LIGHT_SHADOWS/g,t.numPointLightShadows)}function _m(i,t){return i.replace(/NUM_CLIPPING_PLANES/g,t.numClippingPlanes).replace(/UNION_CLIPPING_PLANES/g,t.numClippingPlanes-t.numClipIntersection)}var Ub=/^[ \t]*#include +<([\w\d./]+)>/gm;function td(i){return i.replace(Ub,Ob)}var Fb=new Map;function Ob(i,t){let e=ue[t];if(e===void 0){let n=Fb.get(t);if(n!==void 0)e=ue[n],console.warn('THREE.WebGLRenderer: Shader chunk "%s" has been deprecated. Use "%s" instead.',t,n);else throw new Error("Can not resolve #include <"+t+">")}return td(e)}var Bb=/#pragma unroll_loop_start\s+for\s*\(\s*int\s+i\s*=\s*(\d+)\s*;\s*i\s*<\s*(\d+)\s*;\s*i\s*\+\+\s*\)\s*{([\s\S]+?)}\s+#pragma unroll_loop_end/g;function ym(i){return i.replace(Bb,kb)}function kb(i,t,e,n){let s="";for(let r=parseInt(t);r<parseInt(e);r++)s+=n.replace(/\[\s*i\s*\]/g,"[ "+r+" ]").replace(/UNROLLED_LOOP_INDEX/g,r);return s}function xm(i){let t=`precision ${i.precision} float;
	precision ${i.precision} int;
	precision ${i.precision} sampler2D;
	precision ${i.precision} samplerCube;
	precision ${i.precision} sampler3D;
	precision ${i.precision} sampler2DArray;
	precision ${i.precision} sampler2DShadow;
	precision ${i.precision} samplerCubeShadow;
	precision ${i.precision} sampler2DArrayShadow;
	precision ${i.precision} isampler2D;
	precision ${i.precision} isampler3D;
	precision ${i.precision} isamplerCube;
	precision ${i.precision} isampler2DArray;
	precision ${i.precision} usampler2D;
	precision ${i.precision} usampler3D;
	precision ${i.precision} usamplerCube;
	precision ${i.precision} usampler2DArray;
	`;return i.precision==="highp"?t+=`
#define HIGH_PRECISION`:i.precision==="mediump"?t+=`
#define MEDIUM_PRECISION`:i.precision==="lowp"&&(t+=`
#define LOW_PRECISION`),t}function zb(i){let t="SHADOWMAP_TYPE_BASIC";return i.shadowMapType===bu?t="SHADOWMAP_TYPE_PCF":i.shadowMapType===Gl?t="SHADOWMAP_TYPE_PCF_SOFT":i.shadowMapType===Di&&(t="SHADOWMAP_TYPE_VSM"),t}function Vb(i){let t="ENVMAP_TYPE_CUBE";if(i.envMap)switch(i.envMapMode){case Js:case js:t="ENVMAP_TYPE_CUBE";break;case ma:t="ENVMAP_TYPE_CUBE_UV";break}return t}function Hb(i){let t="ENVMAP_MODE_REFLECTION";if(i.envMap)switch(i.envMapMode){case js:t="ENVMAP_MODE_REFRACTION";break}return t}function Gb(i){let t="ENVMAP_BLENDING_NONE";if(i.envMap)switch(i.combine){case Jl:t="ENVMAP_BLENDING_MULTIPLY";break;case Ep:t="ENVMAP_BLENDING_MIX";break;case Tp:t="ENVMAP_BLENDING_ADD";break}return t}function Wb(i){let t=i.envMapCubeUVHeight;if(t===null)return null;let e=Math.log2(t)-2,n=1/t;return{texelWidth:1/(3*Math.max(Math.pow(2,e),112)),texelHeight:n,maxMip:e}}function Xb(i,t,e,n){let s=i.getContext(),r=e.defines,o=e.vertexShader,a=e.fragmentShader,l=zb(e),c=Vb(e),u=Hb(e),h=Gb(e),d=Wb(e),f=Lb(e),g=Db(r),_=s.createProgram(),m,p,T=e.glslVersion?"#version "+e.glslVersion+`
`:"";e.isRawShaderMaterial?(m=["#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,g].filter(Ma).join(`
`),m.length>0&&(m+=`
`),p=["#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,g].filter(Ma).join(`
`),p.length>0&&(p+=`
`)):(m=[xm(e),"#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,g,e.extensionClipCullDistance?"#define USE_CLIP_DISTANCE":"",e.batching?"#define USE_BATCHING":"",e.batchingColor?"#define USE_BATCHING_COLOR":"",e.instancing?"#define USE_INSTANCING":"",e.instancingColor?"#define USE_INSTANCING_COLOR":"",e.instancingMorph?"#define USE_INSTANCING_MORPH":"",e.useFog&&e.fog?"#define USE_FOG":"",e.useFog&&e.fogExp2?"#define FOG_EXP2":"",e.map?"#define USE_MAP":"",e.envMap?"#define USE_ENVMAP":"",e.envMap?"#define "+u:"",e.lightMap?"#define USE_LIGHTMAP":"",e.aoMap?"#define USE_AOMAP":"",e.bumpMap?"#define USE_BUMPMAP":"",e.normalMap?"#define USE_NORMALMAP":"",e.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",e.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",e.displacementMap?"#define USE_DISPLACEMENTMAP":"",e.emissiveMap?"#define USE_EMISSIVEMAP":"",e.anisotropy?"#define USE_ANISOTROPY":"",e.anisotropyMap?"#define USE_ANISOTROPYMAP":"",e.clearcoatMap?"#define USE_CLEARCOATMAP":"",e.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",e.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",e.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",e.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",e.specularMap?"#define USE_SPECULARMAP":"",e.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",e.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",e.roughnessMap?"#define USE_ROUGHNESSMAP":"",e.metalnessMap?"#define USE_METALNESSMAP":"",e.alphaMap?"#define USE_ALPHAMAP":"",e.alphaHash?"#define USE_ALPHAHASH":"",e.transmission?"#define USE_TRANSMISSION":"",e.transmissionMap?"#define USE_TRANSMISSIONMAP":"",e.thicknessMap?"#define USE_THICKNESSMAP":"",e.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",e.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",e.mapUv?"#define MAP_UV "+e.mapUv:"",e.alphaMapUv?"#define ALPHAMAP_UV "+e.alphaMapUv:"",e.lightMapUv?"#define LIGHTMAP_UV "+e.lightMapUv:"",e.aoMapUv?"#define AOMAP_UV "+e.aoMapUv:"",e.emissiveMapUv?"#define EMISSIVEMAP_UV "+e.emissiveMapUv:"",e.bumpMapUv?"#define BUMPMAP_UV "+e.bumpMapUv:"",e.normalMapUv?"#define NORMALMAP_UV "+e.normalMapUv:"",e.displacementMapUv?"#define DISPLACEMENTMAP_UV "+e.displacementMapUv:"",e.metalnessMapUv?"#define METALNESSMAP_UV "+e.metalnessMapUv:"",e.roughnessMapUv?"#define ROUGHNESSMAP_UV "+e.roughnessMapUv:"",e.anisotropyMapUv?"#define ANISOTROPYMAP_UV "+e.anisotropyMapUv:"",e.clearcoatMapUv?"#define CLEARCOATMAP_UV "+e.clearcoatMapUv:"",e.clearcoatNormalMapUv?"#define CLEARCOAT_NORMALMAP_UV "+e.clearcoatNormalMapUv:"",e.clearcoatRoughnessMapUv?"#define CLEARCOAT_ROUGHNESSMAP_UV "+e.clearcoatRoughnessMapUv:"",e.iridescenceMapUv?"#define IRIDESCENCEMAP_UV "+e.iridescenceMapUv:"",e.iridescenceThicknessMapUv?"#define IRIDESCENCE_THICKNESSMAP_UV "+e.iridescenceThicknessMapUv:"",e.sheenColorMapUv?"#define SHEEN_COLORMAP_UV "+e.sheenColorMapUv:"",e.sheenRoughnessMapUv?"#define SHEEN_ROUGHNESSMAP_UV "+e.sheenRoughnessMapUv:"",e.specularMapUv?"#define SPECULARMAP_UV "+e.specularMapUv:"",e.specularColorMapUv?"#define SPECULAR_COLORMAP_UV "+e.specularColorMapUv:"",e.specularIntensityMapUv?"#define SPECULAR_INTENSITYMAP_UV "+e.specularIntensityMapUv:"",e.transmissionMapUv?"#define TRANSMISSIONMAP_UV "+e.transmissionMapUv:"",e.thicknessMapUv?"#define THICKNESSMAP_UV "+e.thicknessMapUv:"",e.vertexTangents&&e.flatShading===!1?"#define USE_TANGENT":"",e.vertexColors?"#define USE_COLOR":"",e.vertexAlphas?"#define USE_COLOR_ALPHA":"",e.vertexUv1s?"#define USE_UV1":"",e.vertexUv2s?"#define USE_UV2":"",e.vertexUv3s?"#define USE_UV3":"",e.pointsUvs?"#define USE_POINTS_UV":"",e.flatShading?"#define FLAT_SHADED":"",e.skinning?"#define USE_SKINNING":"",e.morphTargets?"#define USE_MORPHTARGETS":"",e.morphNormals&&e.flatShading===!1?"#define USE_MORPHNORMALS":"",e.morphColors?"#define USE_MORPHCOLORS":"",e.morphTargetsCount>0?"#define MORPHTARGETS_TEXTURE_STRIDE "+e.morphTextureStride:"",e.morphTargetsCount>0?"#define MORPHTARGETS_COUNT "+e.morphTargetsCount:"",e.doubleSided?"#define DOUBLE_SIDED":"",e.flipSided?"#define FLIP_SIDED":"",e.shadowMapEnabled?"#define USE_SHADOWMAP":"",e.shadowMapEnabled?"#define "+l:"",e.sizeAttenuation?"#define USE_SIZEATTENUATION":"",e.numLightProbes>0?"#define USE_LIGHT_PROBES":"",e.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",e.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 modelMatrix;","uniform mat4 modelViewMatrix;","uniform mat4 projectionMatrix;","uniform mat4 viewMatrix;","uniform mat3 normalMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;","#ifdef USE_INSTANCING","	attribute mat4 instanceMatrix;","#endif","#ifdef USE_INSTANCING_COLOR","	attribute vec3 instanceColor;","#endif","#ifdef USE_INSTANCING_MORPH","	uniform sampler2D morphTexture;","#endif","attribute vec3 position;","attribute vec3 normal;","attribute vec2 uv;","#ifdef USE_UV1","	attribute vec2 uv1;","#endif","#ifdef USE_UV2","	attribute vec2 uv2;","#endif","#ifdef USE_UV3","	attribute vec2 uv3;","#endif","#ifdef USE_TANGENT","	attribute vec4 tangent;","#endif","#if defined( USE_COLOR_ALPHA )","	attribute vec4 color;","#elif defined( USE_COLOR )","	attribute vec3 color;","#endif","#ifdef USE_SKINNING","	attribute vec4 skinIndex;","	attribute vec4 skinWeight;","#endif",`
`].filter(Ma).join(`
`),p=[xm(e),"#define SHADER_TYPE "+e.shaderType,"#define SHADER_NAME "+e.shaderName,g,e.useFog&&e.fog?"#define USE_FOG":"",e.useFog&&e.fogExp2?"#define FOG_EXP2":"",e.alphaToCoverage?"#define ALPHA_TO_COVERAGE":"",e.map?"#define USE_MAP":"",e.matcap?"#define USE_MATCAP":"",e.envMap?"#define USE_ENVMAP":"",e.envMap?"#define "+c:"",e.envMap?"#define "+u:"",e.envMap?"#define "+h:"",d?"#define CUBEUV_TEXEL_WIDTH "+d.texelWidth:"",d?"#define CUBEUV_TEXEL_HEIGHT "+d.texelHeight:"",d?"#define CUBEUV_MAX_MIP "+d.maxMip+".0":"",e.lightMap?"#define USE_LIGHTMAP":"",e.aoMap?"#define USE_AOMAP":"",e.bumpMap?"#define USE_BUMPMAP":"",e.normalMap?"#define USE_NORMALMAP":"",e.normalMapObjectSpace?"#define USE_NORMALMAP_OBJECTSPACE":"",e.normalMapTangentSpace?"#define USE_NORMALMAP_TANGENTSPACE":"",e.emissiveMap?"#define USE_EMISSIVEMAP":"",e.anisotropy?"#define USE_ANISOTROPY":"",e.anisotropyMap?"#define USE_ANISOTROPYMAP":"",e.clearcoat?"#define USE_CLEARCOAT":"",e.clearcoatMap?"#define USE_CLEARCOATMAP":"",e.clearcoatRoughnessMap?"#define USE_CLEARCOAT_ROUGHNESSMAP":"",e.clearcoatNormalMap?"#define USE_CLEARCOAT_NORMALMAP":"",e.dispersion?"#define USE_DISPERSION":"",e.iridescence?"#define USE_IRIDESCENCE":"",e.iridescenceMap?"#define USE_IRIDESCENCEMAP":"",e.iridescenceThicknessMap?"#define USE_IRIDESCENCE_THICKNESSMAP":"",e.specularMap?"#define USE_SPECULARMAP":"",e.specularColorMap?"#define USE_SPECULAR_COLORMAP":"",e.specularIntensityMap?"#define USE_SPECULAR_INTENSITYMAP":"",e.roughnessMap?"#define USE_ROUGHNESSMAP":"",e.metalnessMap?"#define USE_METALNESSMAP":"",e.alphaMap?"#define USE_ALPHAMAP":"",e.alphaTest?"#define USE_ALPHATEST":"",e.alphaHash?"#define USE_ALPHAHASH":"",e.sheen?"#define USE_SHEEN":"",e.sheenColorMap?"#define USE_SHEEN_COLORMAP":"",e.sheenRoughnessMap?"#define USE_SHEEN_ROUGHNESSMAP":"",e.transmission?"#define USE_TRANSMISSION":"",e.transmissionMap?"#define USE_TRANSMISSIONMAP":"",e.thicknessMap?"#define USE_THICKNESSMAP":"",e.vertexTangents&&e.flatShading===!1?"#define USE_TANGENT":"",e.vertexColors||e.instancingColor||e.batchingColor?"#define USE_COLOR":"",e.vertexAlphas?"#define USE_COLOR_ALPHA":"",e.vertexUv1s?"#define USE_UV1":"",e.vertexUv2s?"#define USE_UV2":"",e.vertexUv3s?"#define USE_UV3":"",e.pointsUvs?"#define USE_POINTS_UV":"",e.gradientMap?"#define USE_GRADIENTMAP":"",e.flatShading?"#define FLAT_SHADED":"",e.doubleSided?"#define DOUBLE_SIDED":"",e.flipSided?"#define FLIP_SIDED":"",e.shadowMapEnabled?"#define USE_SHADOWMAP":"",e.shadowMapEnabled?"#define "+l:"",e.premultipliedAlpha?"#define PREMULTIPLIED_ALPHA":"",e.numLightProbes>0?"#define USE_LIGHT_PROBES":"",e.decodeVideoTexture?"#define DECODE_VIDEO_TEXTURE":"",e.decodeVideoTextureEmissive?"#define DECODE_VIDEO_TEXTURE_EMISSIVE":"",e.logarithmicDepthBuffer?"#define USE_LOGARITHMIC_DEPTH_BUFFER":"",e.reversedDepthBuffer?"#define USE_REVERSED_DEPTH_BUFFER":"","uniform mat4 viewMatrix;","uniform vec3 cameraPosition;","uniform bool isOrthographic;",e.toneMapping!==Qi?"#define TONE_MAPPING":"",e.toneMapping!==Qi?ue.tonemapping_pars_fragment:"",e.toneMapping!==Qi?Pb("toneMapping",e.toneMapping):"",e.dithering?"#define DITHERING":"",e.opaque?"#define OPAQUE":"",ue.colorspace_pars_fragment,Rb("linearToOutputTexel",e.outputColorSpace),Ib(),e.useDepthPacking?"#define DEPTH_PACKING "+e.depthPacking:"",`
`].filter(Ma).join(`
`)),o=td(o),o=gm(o,e),o=_m(o,e),a=td(a),a=gm(a,e),a=_m(a,e),o=ym(o),a=ym(a),e.isRawShaderMaterial!==!0&&(T=`#version 300 es
`,m=[f,"#define attribute in","#define varying out","#define texture2D texture"].join(`
`)+`
`+m,p=["#define varying in",e.glslVersion===Fu?"":"layout(location = 0) out highp vec4 pc_fragColor;",e.glslVersion===Fu?"":"#define gl_FragColor pc_fragColor","#define gl_FragDepthEXT gl_FragDepth","#define texture2D texture","#define textureCube texture","#define texture2DProj textureProj","#define texture2DLodEXT textureLod","#define texture2DProjLodEXT textureProjLod","#define textureCubeLodEXT textureLod","#define texture2DGradEXT textureGrad","#define texture2DProjGradEXT textureProjGrad","#define textureCubeGradEXT textureGrad"].join(`
`)+`
`+p);let E=T+m+o,v=T+p+a,L=fm(s,s.VERTEX_SHADER,E),C=fm(s,s.FRAGMENT_SHADER,v);s.attachShader(_,L),s.attachShader(_,C),e.index0AttributeName!==void 0?s.bindAttribLocation(_,0,e.index0AttributeName):e.morphTargets===!0&&s.bindAttribLocation(_,0,"position"),s.linkProgram(_);function U(A){if(i.debug.checkShaderErrors){let k=s.getProgramInfoLog(_)||"",V=s.getShaderInfoLog(L)||"",X=s.getShaderInfoLog(C)||"",G=k.trim(),q=V.trim(),$=X.trim(),j=!0,ct=!0;if(s.getProgramParameter(_,s.LINK_STATUS)===!1)if(j=!1,typeof i.debug.onShaderError=="function")i.debug.onShaderError(s,_,L,C);else{let ut=mm(s,L,"vertex"),xt=mm(s,C,"fragment");console.error("THREE.WebGLProgram: Shader Error "+s.getError()+" - VALIDATE_STATUS "+s.getProgramParameter(_,s.VALIDATE_STATUS)+`

Material Name: `+A.name+`
Material Type: `+A.type+`

Program Info Log: `+G+`
`+ut+`
`+xt)}else G!==""?console.warn("THREE.WebGLProgram: Program Info Log:",G):(q===""||$==="")&&(ct=!1);ct&&(A.diagnostics={runnable:j,programLog:G,vertexShader:{log:q,prefix:m},fragmentShader:{log:$,prefix:p}})}s.deleteShader(L),s.deleteShader(C),O=new to(s,_),w=Nb(s,_)}let O;this.getUniforms=function(){return O===void 0&&U(this),O};let w;this.getAttributes=function(){return w===void 0&&U(this),w};let b=e.rendererExtensionParallelShaderCompile===!1;return this.isReady=function(){return b===!1&&(b=s.getProgramParameter(_,Eb)),b},this.destroy=function(){n.releaseStatesOfProgram(this),s.deleteProgram(_),this.program=void 0},this.type=e.shaderType,this.name=e.shaderName,this.id=Tb++,this.cacheKey=t,this.usedTimes=1,this.program=_,this.vertexShader=L,this.fragmentShader=C,this}var qb=0,ed=class{constructor(){this.shaderCache=new Map,this.materialCache=new Map}update(t){let e=t.vertexShader,n=t.fragmentShader,s=this._getShaderStage(e),r=this._getShaderStage(n),o=this._getShaderCacheForMaterial(t);return o.has(s)===!1&&(o.add(s),s.usedTimes++),o.has(r)===!1&&(o.add(r),r.usedTimes++),this}remove(t){let e=this.materialCache.get(t);for(let n of e)n.usedTimes--,n.usedTimes===0&&this.shaderCache.delete(n.code);return this.materialCache.delete(t),this}getVertexShaderID(t){return this._getShaderStage(t.vertexShader).id}getFragmentShaderID(t){return this._getShaderStage(t.fragmentShader).id}dispose(){this.shaderCache.clear(),this.materialCache.clear()}_getShaderCacheForMaterial(t){let e=this.materialCache,n=e.get(t);return n===void 0&&(n=new Set,e.set(t,n)),n}_getShaderStage(t){let e=this.shaderCache,n=e.get(t);return n===void 0&&(n=new nd(t),e.set(t,n)),n}},nd=class{constructor(t){this.id=qb++,this.code=t,this.usedTimes=0}};function Yb(i,t,e,n,s,r,o){let a=new zr,l=new ed,c=new Set,u=[],h=s.logarithmicDepthBuffer,d=s.vertexTextures,f=s.precision,g={MeshDepthMaterial:"depth",MeshDistanceMaterial:"distanceRGBA",MeshNormalMaterial:"normal",MeshBasicMaterial:"basic",MeshLambertMaterial:"lambert",MeshPhongMaterial:"phong",MeshToonMaterial:"toon",MeshStandardMaterial:"physical",MeshPhysicalMaterial:"physical",MeshMatcapMaterial:"matcap",LineBasicMaterial:"basic",LineDashedMaterial:"dashed",PointsMaterial:"points",ShadowMaterial:"shadow",SpriteMaterial:"sprite"};function _(w){return c.add(w),w===0?"uv":`uv${w}`}function m(w,b,A,k,V){let X=k.fog,G=V.geometry,q=w.isMeshStandardMaterial?k.environment:null,$=(w.isMeshStandardMaterial?e:t).get(w.envMap||q),j=$&&$.mapping===ma?$.image.height:null,ct=g[w.type];w.precision!==null&&(f=s.getMaxPrecision(w.precision),f!==w.precision&&console.warn("THREE.WebGLProgram.getParameters:",w.precision,"not supported, using",f,"instead."));let ut=G.morphAttributes.position||G.morphAttributes.normal||G.morphAttributes.color,xt=ut!==void 0?ut.length:0,At=0;G.morphAttributes.position!==void 0&&(At=1),G.morphAttributes.normal!==void 0&&(At=2),G.morphAttributes.color!==void 0&&(At=3);let vt,Qt,te,Q;if(ct){let ye=Fi[ct];vt=ye.vertexShader,Qt=ye.fragmentShader}else vt=w.vertexShader,Qt=w.fragmentShader,l.update(w),te=l.getVertexShaderID(w),Q=l.getFragmentShaderID(w);let et=i.getRenderTarget(),Rt=i.state.buffers.depth.getReversed(),Ft=V.isInstancedMesh===!0,Tt=V.isBatchedMesh===!0,se=!!w.map,fe=!!w.matcap,D=!!$,lt=!!w.aoMap,ot=!!w.lightMap,it=!!w.bumpMap,st=!!w.normalMap,Et=!!w.displacementMap,dt=!!w.emissiveMap,pt=!!w.metalnessMap,jt=!!w.roughnessMap,Zt=w.anisotropy>0,R=w.clearcoat>0,x=w.dispersion>0,F=w.iridescence>0,Y=w.sheen>0,nt=w.transmission>0,tt=Zt&&!!w.anisotropyMap,Bt=R&&!!w.clearcoatMap,mt=R&&!!w.clearcoatNormalMap,Ot=R&&!!w.clearcoatRoughnessMap,Lt=F&&!!w.iridescenceMap,ht=F&&!!w.iridescenceThicknessMap,wt=Y&&!!w.sheenColorMap,Xt=Y&&!!w.sheenRoughnessMap,Gt=!!w.specularMap,Ct=!!w.specularColorMap,ne=!!w.specularIntensityMap,B=nt&&!!w.transmissionMap,_t=nt&&!!w.thicknessMap,Mt=!!w.gradientMap,kt=!!w.alphaMap,gt=w.alphaTest>0,at=!!w.alphaHash,Ht=!!w.extensions,re=Qi;w.toneMapped&&(et===null||et.isXRRenderTarget===!0)&&(re=i.toneMapping);let Ae={shaderID:ct,shaderType:w.type,shaderName:w.name,vertexShader:vt,fragmentShader:Qt,defines:w.defines,customVertexShaderID:te,customFragmentShaderID:Q,isRawShaderMaterial:w.isRawShaderMaterial===!0,glslVersion:w.glslVersion,precision:f,batching:Tt,batchingColor:Tt&&V._colorsTexture!==null,instancing:Ft,instancingColor:Ft&&V.instanceColor!==null,instancingMorph:Ft&&V.morphTexture!==null,supportsVertexTextures:d,outputColorSpace:et===null?i.outputColorSpace:et.isXRRenderTarget===!0?et.texture.colorSpace:Xs,alphaToCoverage:!!w.alphaToCoverage,map:se,matcap:fe,envMap:D,envMapMode:D&&$.mapping,envMapCubeUVHeight:j,aoMap:lt,lightMap:ot,bumpMap:it,normalMap:st,displacementMap:d&&Et,emissiveMap:dt,normalMapObjectSpace:st&&w.normalMapType===Op,normalMapTangentSpace:st&&w.normalMapType===Uc,metalnessMap:pt,roughnessMap:jt,anisotropy:Zt,anisotropyMap:tt,clearcoat:R,clearcoatMap:Bt,clearcoatNormalMap:mt,clearcoatRoughnessMap:Ot,dispersion:x,iridescence:F,iridescenceMap:Lt,iridescenceThicknessMap:ht,sheen:Y,sheenColorMap:wt,sheenRoughnessMap:Xt,specularMap:Gt,specularColorMap:Ct,specularIntensityMap:ne,transmission:nt,transmissionMap:B,thicknessMap:_t,gradientMap:Mt,opaque:w.transparent===!1&&w.blending===Gs&&w.alphaToCoverage===!1,alphaMap:kt,alphaTest:gt,alphaHash:at,combine:w.combine,mapUv:se&&_(w.map.channel),aoMapUv:lt&&_(w.aoMap.channel),lightMapUv:ot&&_(w.lightMap.channel),bumpMapUv:it&&_(w.bumpMap.channel),normalMapUv:st&&_(w.normalMap.channel),displacementMapUv:Et&&_(w.displacementMap.channel),emissiveMapUv:dt&&_(w.emissiveMap.channel),metalnessMapUv:pt&&_(w.metalnessMap.channel),roughnessMapUv:jt&&_(w.roughnessMap.channel),anisotropyMapUv:tt&&_(w.anisotropyMap.channel),clearcoatMapUv:Bt&&_(w.clearcoatMap.channel),clearcoatNormalMapUv:mt&&_(w.clearcoatNormalMap.channel),clearcoatRoughnessMapUv:Ot&&_(w.clearcoatRoughnessMap.channel),iridescenceMapUv:Lt&&_(w.iridescenceMap.channel),iridescenceThicknessMapUv:ht&&_(w.iridescenceThicknessMap.channel),sheenColorMapUv:wt&&_(w.sheenColorMap.channel),sheenRoughnessMapUv:Xt&&_(w.sheenRoughnessMap.channel),specularMapUv:Gt&&_(w.specularMap.channel),specularColorMapUv:Ct&&_(w.specularColorMap.channel),specularIntensityMapUv:ne&&_(w.specularIntensityMap.channel),transmissionMapUv:B&&_(w.transmissionMap.channel),thicknessMapUv:_t&&_(w.thicknessMap.channel),alphaMapUv:kt&&_(w.alphaMap.channel),vertexTangents:!!G.attributes.tangent&&(st||Zt),vertexColors:w.vertexColors,vertexAlphas:w.vertexColors===!0&&!!G.attributes.color&&G.attributes.color.itemSize===4,pointsUvs:V.isPoints===!0&&!!G.attributes.uv&&(se||kt),fog:!!X,useFog:w.fog===!0,fogExp2:!!X&&X.isFogExp2,flatShading:w.flatShading===!0&&w.wireframe===!1,sizeAttenuation:w.sizeAttenuation===!0,logarithmicDepthBuffer:h,reversedDepthBuffer:Rt,skinning:V.isSkinnedMesh===!0,morphTargets:G.morphAttributes.position!==void 0,morphNormals:G.morphAttributes.normal!==void 0,morphColors:G.morphAttributes.color!==void 0,morphTargetsCount:xt,morphTextureStride:At,numDirLights:b.directional.length,numPointLights:b.point.length,numSpotLights:b.spot.length,numSpotLightMaps:b.spotLightMap.length,numRectAreaLights:b.rectArea.length,numHemiLights:b.hemi.length,numDirLightShadows:b.directionalShadowMap.length,numPointLightShadows:b.pointShadowMap.length,numSpotLightShadows:b.spotShadowMap.length,numSpotLightShadowsWithMaps:b.numSpotLightShadowsWithMaps,numLightProbes:b.numLightProbes,numClippingPlanes:o.numPlanes,numClipIntersection:o.numIntersection,dithering:w.dithering,shadowMapEnabled:i.shadowMap.enabled&&A.length>0,shadowMapType:i.shadowMap.type,toneMapping:re,decodeVideoTexture:se&&w.map.isVideoTexture===!0&&ge.getTransfer(w.map.colorSpace)===Te,decodeVideoTextureEmissive:dt&&w.emissiveMap.isVideoTexture===!0&&ge.getTransfer(w.emissiveMap.colorSpace)===Te,premultipliedAlpha:w.premultipliedAlpha,doubleSided:w.side===Ni,flipSided:w.side===Ln,useDepthPacking:w.depthPacking>=0,depthPacking:w.depthPacking||0,index0AttributeName:w.index0AttributeName,extensionClipCullDistance:Ht&&w.extensions.clipCullDistance===!0&&n.has("WEBGL_clip_cull_distance"),extensionMultiDraw:(Ht&&w.extensions.multiDraw===!0||Tt)&&n.has("WEBGL_multi_draw"),rendererExtensionParallelShaderCompile:n.has("KHR_parallel_shader_compile"),customProgramCacheKey:w.customProgramCacheKey()};return Ae.vertexUv1s=c.has(1),Ae.vertexUv2s=c.has(2),Ae.vertexUv3s=c.has(3),c.clear(),Ae}function p(w){let b=[];if(w.shaderID?b.push(w.shaderID):(b.push(w.customVertexShaderID),b.push(w.customFragmentShaderID)),w.defines!==void 0)for(let A in w.defines)b.push(A),b.push(w.defines[A]);return w.isRawShaderMaterial===!1&&(T(b,w),E(b,w),b.push(i.outputColorSpace)),b.push(w.customProgramCacheKey),b.join()}function T(w,b){w.push(b.precision),w.push(b.outputColorSpace),w.push(b.envMapMode),w.push(b.envMapCubeUVHeight),w.push(b.mapUv),w.push(b.alphaMapUv),w.push(b.lightMapUv),w.push(b.aoMapUv),w.push(b.bumpMapUv),w.push(b.normalMapUv),w.push(b.displacementMapUv),w.push(b.emissiveMapUv),w.push(b.metalnessMapUv),w.push(b.roughnessMapUv),w.push(b.anisotropyMapUv),w.push(b.clearcoatMapUv),w.push(b.clearcoatNormalMapUv),w.push(b.clearcoatRoughnessMapUv),w.push(b.iridescenceMapUv),w.push(b.iridescenceThicknessMapUv),w.push(b.sheenColorMapUv),w.push(b.sheenRoughnessMapUv),w.push(b.specularMapUv),w.push(b.specularColorMapUv),w.push(b.specularIntensityMapUv),w.push(b.transmissionMapUv),w.push(b.thicknessMapUv),w.push(b.combine),w.push(b.fogExp2),w.push(b.sizeAttenuation),w.push(b.morphTargetsCount),w.push(b.morphAttributeCount),w.push(b.numDirLights),w.push(b.numPointLights),w.push(b.numSpotLights),w.push(b.numSpotLightMaps),w.push(b.numHemiLights),w.push(b.numRectAreaLights),w.push(b.numDirLightShadows),w.push(b.numPointLightShadows),w.push(b.numSpotLightShadows),w.push(b.numSpotLightShadowsWithMaps),w.push(b.numLightProbes),w.push(b.shadowMapType),w.push(b.toneMapping),w.push(b.numClippingPlanes),w.push(b.numClipIntersection),w.push(b.depthPacking)}function E(w,b){a.disableAll(),b.supportsVertexTextures&&a.enable(0),b.instancing&&a.enable(1),b.instancingColor&&a.enable(2),b.instancingMorph&&a.enable(3),b.matcap&&a.enable(4),b.envMap&&a.enable(5),b.normalMapObjectSpace&&a.enable(6),b.normalMapTangentSpace&&a.enable(7),b.clearcoat&&a.enable(8),b.iridescence&&a.enable(9),b.alphaTest&&a.enable(10),b.vertexColors&&a.enable(11),b.vertexAlphas&&a.enable(12),b.vertexUv1s&&a.enable(13),b.vertexUv2s&&a.enable(14),b.vertexUv3s&&a.enable(15),b.vertexTangents&&a.enable(16),b.anisotropy&&a.enable(17),b.alphaHash&&a.enable(18),b.batching&&a.enable(19),b.dispersion&&a.enable(20),b.batchingColor&&a.enable(21),b.gradientMap&&a.enable(22),w.push(a.mask),a.disableAll(),b.fog&&a.enable(0),b.useFog&&a.enable(1),b.flatShading&&a.enable(2),b.logarithmicDepthBuffer&&a.enable(3),b.reversedDepthBuffer&&a.enable(4),b.skinning&&a.enable(5),b.morphTargets&&a.enable(6),b.morphNormals&&a.enable(7),b.morphColors&&a.enable(8),b.premultipliedAlpha&&a.enable(9),b.shadowMapEnabled&&a.enable(10),b.doubleSided&&a.enable(11),b.flipSided&&a.enable(12),b.useDepthPacking&&a.enable(13),b.dithering&&a.enable(14),b.transmission&&a.enable(15),b.sheen&&a.enable(16),b.opaque&&a.enable(17),b.pointsUvs&&a.enable(18),b.decodeVideoTexture&&a.enable(19),b.decodeVideoTextureEmissive&&a.enable(20),b.alphaToCoverage&&a.enable(21),w.push(a.mask)}function v(w){let b=g[w.type],A;if(b){let k=Fi[b];A=Zp.clone(k.uniforms)}else A=w.uniforms;return A}function L(w,b){let A;for(let k=0,V=u.length;k<V;k++){let X=u[k];if(X.cacheKey===b){A=X,++A.usedTimes;break}}return A===void 0&&(A=new Xb(i,b,w,r),u.push(A)),A}function C(w){if(--w.usedTimes===0){let b=u.indexOf(w);u[b]=u[u.length-1],u.pop(),w.destroy()}}function U(w){l.remove(w)}function O(){l.dispose()}return{getParameters:m,getProgramCacheKey:p,getUniforms:v,acquireProgram:L,releaseProgram:C,releaseShaderCache:U,programs:u,dispose:O}}function Zb(){let i=new WeakMap;function t(o){return i.has(o)}function e(o){let a=i.get(o);return a===void 0&&(a={},i.set(o,a)),a}function n(o){i.delete(o)}function s(o,a,l){i.get(o)[a]=l}function r(){i=new WeakMap}return{has:t,get:e,remove:n,update:s,dispose:r}}function $b(i,t){return i.groupOrder!==t.groupOrder?i.groupOrder-t.groupOrder:i.renderOrder!==t.renderOrder?i.renderOrder-t.renderOrder:i.material.id!==t.material.id?i.material.id-t.material.id:i.z!==t.z?i.z-t.z:i.id-t.id}function vm(i,t){return i.groupOrder!==t.groupOrder?i.groupOrder-t.groupOrder:i.renderOrder!==t.renderOrder?i.renderOrder-t.renderOrder:i.z!==t.z?t.z-i.z:i.id-t.id}function Mm(){let i=[],t=0,e=[],n=[],s=[];function r(){t=0,e.length=0,n.length=0,s.length=0}function o(h,d,f,g,_,m){let p=i[t];return p===void 0?(p={id:h.id,object:h,geometry:d,material:f,groupOrder:g,renderOrder:h.renderOrder,z:_,group:m},i[t]=p):(p.id=h.id,p.object=h,p.geometry=d,p.material=f,p.groupOrder=g,p.renderOrder=h.renderOrder,p.z=_,p.group=m),t++,p}function a(h,d,f,g,_,m){let p=o(h,d,f,g,_,m);f.transmission>0?n.push(p):f.transparent===!0?s.push(p):e.push(p)}function l(h,d,f,g,_,m){let p=o(h,d,f,g,_,m);f.transmission>0?n.unshift(p):f.transparent===!0?s.unshift(p):e.unshift(p)}function c(h,d){e.length>1&&e.sort(h||$b),n.length>1&&n.sort(d||vm),s.length>1&&s.sort(d||vm)}function u(){for(let h=t,d=i.length;h<d;h++){let f=i[h];if(f.id===null)break;f.id=null,f.object=null,f.geometry=null,f.material=null,f.group=null}}return{opaque:e,transmissive:n,transparent:s,init:r,push:a,unshift:l,finish:u,sort:c}}function Kb(){let i=new WeakMap;function t(n,s){let r=i.get(n),o;return r===void 0?(o=new Mm,i.set(n,[o])):s>=r.length?(o=new Mm,r.push(o)):o=r[s],o}function e(){i=new WeakMap}return{get:t,dispose:e}}function Jb(){let i={};return{get:function(t){if(i[t.id]!==void 0)return i[t.id];let e;switch(t.type){case"DirectionalLight":e={direction:new N,color:new ie};break;case"SpotLight":e={position:new N,direction:new N,color:new ie,distance:0,coneCos:0,penumbraCos:0,decay:0};break;case"PointLight":e={position:new N,color:new ie,distance:0,decay:0};break;case"HemisphereLight":e={direction:new N,skyColor:new ie,groundColor:new ie};break;case"RectAreaLight":e={color:new ie,position:new N,halfWidth:new N,halfHeight:new N};break}return i[t.id]=e,e}}}function jb(){let i={};return{get:function(t){if(i[t.id]!==void 0)return i[t.id];let e;switch(t.type){case"DirectionalLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new bt};break;case"SpotLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new bt};break;case"PointLight":e={shadowIntensity:1,shadowBias:0,shadowNormalBias:0,shadowRadius:1,shadowMapSize:new bt,shadowCameraNear:1,shadowCameraFar:1e3};break}return i[t.id]=e,e}}}var Qb=0;function tS(i,t){return(t.castShadow?2:0)-(i.castShadow?2:0)+(t.map?1:0)-(i.map?1:0)}function eS(i){let t=new Jb,e=jb(),n={version:0,hash:{directionalLength:-1,pointLength:-1,spotLength:-1,rectAreaLength:-1,hemiLength:-1,numDirectionalShadows:-1,numPointShadows:-1,numSpotShadows:-1,numSpotMaps:-1,numLightProbes:-1},ambient:[0,0,0],probe:[],directional:[],directionalShadow:[],directionalShadowMap:[],directionalShadowMatrix:[],spot:[],spotLightMap:[],spotShadow:[],spotShadowMap:[],spotLightMatrix:[],rectArea:[],rectAreaLTC1:null,rectAreaLTC2:null,point:[],pointShadow:[],pointShadowMap:[],pointShadowMatrix:[],hemi:[],numSpotLightShadowsWithMaps:0,numLightProbes:0};for(let c=0;c<9;c++)n.probe.push(new N);let s=new N,r=new Ge,o=new Ge;function a(c){let u=0,h=0,d=0;for(let w=0;w<9;w++)n.probe[w].set(0,0,0);let f=0,g=0,_=0,m=0,p=0,T=0,E=0,v=0,L=0,C=0,U=0;c.sort(tS);for(let w=0,b=c.length;w<b;w++){let A=c[w],k=A.color,V=A.intensity,X=A.distance,G=A.shadow&&A.shadow.map?A.shadow.map.texture:null;if(A.isAmbientLight)u+=k.r*V,h+=k.g*V,d+=k.b*V;else if(A.isLightProbe){for(let q=0;q<9;q++)n.probe[q].addScaledVector(A.sh.coefficients[q],V);U++}else if(A.isDirectionalLight){let q=t.get(A);if(q.color.copy(A.color).multiplyScalar(A.intensity),A.castShadow){let $=A.shadow,j=e.get(A);j.shadowIntensity=$.intensity,j.shadowBias=$.bias,j.shadowNormalBias=$.normalBias,j.shadowRadius=$.radius,j.shadowMapSize=$.mapSize,n.directionalShadow[f]=j,n.directionalShadowMap[f]=G,n.directionalShadowMatrix[f]=A.shadow.matrix,T++}n.directional[f]=q,f++}else if(A.isSpotLight){let q=t.get(A);q.position.setFromMatrixPosition(A.matrixWorld),q.color.copy(k).multiplyScalar(V),q.distance=X,q.coneCos=Math.cos(A.angle),q.penumbraCos=Math.cos(A.angle*(1-A.penumbra)),q.decay=A.decay,n.spot[_]=q;let $=A.shadow;if(A.map&&(n.spotLightMap[L]=A.map,L++,$.updateMatrices(A),A.castShadow&&C++),n.spotLightMatrix[_]=$.matrix,A.castShadow){let j=e.get(A);j.shadowIntensity=$.intensity,j.shadowBias=$.bias,j.shadowNormalBias=$.normalBias,j.shadowRadius=$.radius,j.shadowMapSize=$.mapSize,n.spotShadow[_]=j,n.spotShadowMap[_]=G,v++}_++}else if(A.isRectAreaLight){let q=t.get(A);q.color.copy(k).multiplyScalar(V),q.halfWidth.set(A.width*.5,0,0),q.halfHeight.set(0,A.height*.5,0),n.rectArea[m]=q,m++}else if(A.isPointLight){let q=t.get(A);if(q.color.copy(A.color).multiplyScalar(A.intensity),q.distance=A.distance,q.decay=A.decay,A.castShadow){let $=A.shadow,j=e.get(A);j.shadowIntensity=$.intensity,j.shadowBias=$.bias,j.shadowNormalBias=$.normalBias,j.shadowRadius=$.radius,j.shadowMapSize=$.mapSize,j.shadowCameraNear=$.camera.near,j.shadowCameraFar=$.camera.far,n.pointShadow[g]=j,n.pointShadowMap[g]=G,n.pointShadowMatrix[g]=A.shadow.matrix,E++}n.point[g]=q,g++}else if(A.isHemisphereLight){let q=t.get(A);q.skyColor.copy(A.color).multiplyScalar(V),q.groundColor.copy(A.groundColor).multiplyScalar(V),n.hemi[p]=q,p++}}m>0&&(i.has("OES_texture_float_linear")===!0?(n.rectAreaLTC1=It.LTC_FLOAT_1,n.rectAreaLTC2=It.LTC_FLOAT_2):(n.rectAreaLTC1=It.LTC_HALF_1,n.rectAreaLTC2=It.LTC_HALF_2)),n.ambient[0]=u,n.ambient[1]=h,n.ambient[2]=d;let O=n.hash;(O.directionalLength!==f||O.pointLength!==g||O.spotLength!==_||O.rectAreaLength!==m||O.hemiLength!==p||O.numDirectionalShadows!==T||O.numPointShadows!==E||O.numSpotShadows!==v||O.numSpotMaps!==L||O.numLightProbes!==U)&&(n.directional.length=f,n.spot.length=_,n.rectArea.length=m,n.point.length=g,n.hemi.length=p,n.directionalShadow.length=T,n.directionalShadowMap.length=T,n.pointShadow.length=E,n.pointShadowMap.length=E,n.spotShadow.length=v,n.spotShadowMap.length=v,n.directionalShadowMatrix.length=T,n.pointShadowMatrix.length=E,n.spotLightMatrix.length=v+L-C,n.spotLightMap.length=L,n.numSpotLightShadowsWithMaps=C,n.numLightProbes=U,O.directionalLength=f,O.pointLength=g,O.spotLength=_,O.rectAreaLength=m,O.hemiLength=p,O.numDirectionalShadows=T,O.numPointShadows=E,O.numSpotShadows=v,O.numSpotMaps=L,O.numLightProbes=U,n.version=Qb++)}function l(c,u){let h=0,d=0,f=0,g=0,_=0,m=u.matrixWorldInverse;for(let p=0,T=c.length;p<T;p++){let E=c[p];if(E.isDirectionalLight){let v=n.directional[h];v.direction.setFromMatrixPosition(E.matrixWorld),s.setFromMatrixPosition(E.target.matrixWorld),v.direction.sub(s),v.direction.transformDirection(m),h++}else if(E.isSpotLight){let v=n.spot[f];v.position.setFromMatrixPosition(E.matrixWorld),v.position.applyMatrix4(m),v.direction.setFromMatrixPosition(E.matrixWorld),s.setFromMatrixPosition(E.target.matrixWorld),v.direction.sub(s),v.direction.transformDirection(m),f++}else if(E.isRectAreaLight){let v=n.rectArea[g];v.position.setFromMatrixPosition(E.matrixWorld),v.position.applyMatrix4(m),o.identity(),r.copy(E.matrixWorld),r.premultiply(m),o.extractRotation(r),v.halfWidth.set(E.width*.5,0,0),v.halfHeight.set(0,E.height*.5,0),v.halfWidth.applyMatrix4(o),v.halfHeight.applyMatrix4(o),g++}else if(E.isPointLight){let v=n.point[d];v.position.setFromMatrixPosition(E.matrixWorld),v.position.applyMatrix4(m),d++}else if(E.isHemisphereLight){let v=n.hemi[_];v.direction.setFromMatrixPosition(E.matrixWorld),v.direction.transformDirection(m),_++}}}return{setup:a,setupView:l,state:n}}function bm(i){let t=new eS(i),e=[],n=[];function s(u){c.camera=u,e.length=0,n.length=0}function r(u){e.push(u)}function o(u){n.push(u)}function a(){t.setup(e)}function l(u){t.setupView(e,u)}let c={lightsArray:e,shadowsArray:n,camera:null,lights:t,transmissionRenderTarget:{}};return{init:s,state:c,setupLights:a,setupLightsView:l,pushLight:r,pushShadow:o}}function nS(i){let t=new WeakMap;function e(s,r=0){let o=t.get(s),a;return o===void 0?(a=new bm(i),t.set(s,[a])):r>=o.length?(a=new bm(i),o.push(a)):a=o[r],a}function n(){t=new WeakMap}return{get:e,dispose:n}}var iS=`void main() {
	gl_Position = vec4( position, 1.0 );
}`,sS=`uniform sampler2D shadow_pass;
uniform vec2 resolution;
uniform float radius;
#include <packing>
void main() {
	const float samples = float( VSM_SAMPLES );
	float mean = 0.0;
	float squared_mean = 0.0;
	float uvStride = samples <= 1.0 ? 0.0 : 2.0 / ( samples - 1.0 );
	float uvStart = samples <= 1.0 ? 0.0 : - 1.0;
	for ( float i = 0.0; i < samples; i ++ ) {
		float uvOffset = uvStart + i * uvStride;
		#ifdef HORIZONTAL_PASS
			vec2 distribution = unpackRGBATo2Half( texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( uvOffset, 0.0 ) * radius ) / resolution ) );
			mean += distribution.x;
			squared_mean += distribution.y * distribution.y + distribution.x * distribution.x;
		#else
			float depth = unpackRGBAToDepth( texture2D( shadow_pass, ( gl_FragCoord.xy + vec2( 0.0, uvOffset ) * radius ) / resolution ) );
			mean += depth;
			squared_mean += depth * depth;
		#endif
	}
	mean = mean / samples;
	squared_mean = squared_mean / samples;
	float std_dev = sqrt( squared_mean - mean * mean );
	gl_FragColor = pack2HalfToRGBA( vec2( mean, std_dev ) );
}`;function rS(i,t,e){let n=new Hr,s=new bt,r=new bt,o=new Xe,a=new Il({depthPacking:Fp}),l=new Ll,c={},u=e.maxTextureSize,h={[Zi]:Ln,[Ln]:Zi,[Ni]:Ni},d=new vi({defines:{VSM_SAMPLES:8},uniforms:{shadow_pass:{value:null},resolution:{value:new bt},radius:{value:4}},vertexShader:iS,fragmentShader:sS}),f=d.clone();f.defines.HORIZONTAL_PASS=1;let g=new Je;g.setAttribute("position",new Mn(new Float32Array([-1,-1,.5,3,-1,.5,-1,3,.5]),3));let _=new Fe(g,d),m=this;this.enabled=!1,this.autoUpdate=!0,this.needsUpdate=!1,this.type=bu;let p=this.type;this.render=function(C,U,O){if(m.enabled===!1||m.autoUpdate===!1&&m.needsUpdate===!1||C.length===0)return;let w=i.getRenderTarget(),b=i.getActiveCubeFace(),A=i.getActiveMipmapLevel(),k=i.state;k.setBlending(ji),k.buffers.depth.getReversed()===!0?k.buffers.color.setClear(0,0,0,0):k.buffers.color.setClear(1,1,1,1),k.buffers.depth.setTest(!0),k.setScissorTest(!1);let V=p!==Di&&this.type===Di,X=p===Di&&this.type!==Di;for(let G=0,q=C.length;G<q;G++){let $=C[G],j=$.shadow;if(j===void 0){console.warn("THREE.WebGLShadowMap:",$,"has no shadow.");continue}if(j.autoUpdate===!1&&j.needsUpdate===!1)continue;s.copy(j.mapSize);let ct=j.getFrameExtents();if(s.multiply(ct),r.copy(j.mapSize),(s.x>u||s.y>u)&&(s.x>u&&(r.x=Math.floor(u/ct.x),s.x=r.x*ct.x,j.mapSize.x=r.x),s.y>u&&(r.y=Math.floor(u/ct.y),s.y=r.y*ct.y,j.mapSize.y=r.y)),j.map===null||V===!0||X===!0){let xt=this.type!==Di?{minFilter:ii,magFilter:ii}:{};j.map!==null&&j.map.dispose(),j.map=new Li(s.x,s.y,xt),j.map.texture.name=$.name+".shadowMap",j.camera.updateProjectionMatrix()}i.setRenderTarget(j.map),i.clear();let ut=j.getViewportCount();for(let xt=0;xt<ut;xt++){let At=j.getViewport(xt);o.set(r.x*At.x,r.y*At.y,r.x*At.z,r.y*At.w),k.viewport(o),j.updateMatrices($,xt),n=j.getFrustum(),v(U,O,j.camera,$,this.type)}j.isPointLightShadow!==!0&&this.type===Di&&T(j,O),j.needsUpdate=!1}p=this.type,m.needsUpdate=!1,i.setRenderTarget(w,b,A)};function T(C,U){let O=t.update(_);d.defines.VSM_SAMPLES!==C.blurSamples&&(d.defines.VSM_SAMPLES=C.blurSamples,f.defines.VSM_SAMPLES=C.blurSamples,d.needsUpdate=!0,f.needsUpdate=!0),C.mapPass===null&&(C.mapPass=new Li(s.x,s.y)),d.uniforms.shadow_pass.value=C.map.texture,d.uniforms.resolution.value=C.mapSize,d.uniforms.radius.value=C.radius,i.setRenderTarget(C.mapPass),i.clear(),i.renderBufferDirect(U,null,O,d,_,null),f.uniforms.shadow_pass.value=C.mapPass.texture,f.uniforms.resolution.value=C.mapSize,f.uniforms.radius.value=C.radius,i.setRenderTarget(C.map),i.clear(),i.renderBufferDirect(U,null,O,f,_,null)}function E(C,U,O,w){let b=null,A=O.isPointLight===!0?C.customDistanceMaterial:C.customDepthMaterial;if(A!==void 0)b=A;else if(b=O.isPointLight===!0?l:a,i.localClippingEnabled&&U.clipShadows===!0&&Array.isArray(U.clippingPlanes)&&U.clippingPlanes.length!==0||U.displacementMap&&U.displacementScale!==0||U.alphaMap&&U.alphaTest>0||U.map&&U.alphaTest>0||U.alphaToCoverage===!0){let k=b.uuid,V=U.uuid,X=c[k];X===void 0&&(X={},c[k]=X);let G=X[V];G===void 0&&(G=b.clone(),X[V]=G,U.addEventListener("dispose",L)),b=G}if(b.visible=U.visible,b.wireframe=U.wireframe,w===Di?b.side=U.shadowSide!==null?U.shadowSide:U.side:b.side=U.shadowSide!==null?U.shadowSide:h[U.side],b.alphaMap=U.alphaMap,b.alphaTest=U.alphaToCoverage===!0?.5:U.alphaTest,b.map=U.map,b.clipShadows=U.clipShadows,b.clippingPlanes=U.clippingPlanes,b.clipIntersection=U.clipIntersection,b.displacementMap=U.displacementMap,b.displacementScale=U.displacementScale,b.displacementBias=U.displacementBias,b.wireframeLinewidth=U.wireframeLinewidth,b.linewidth=U.linewidth,O.isPointLight===!0&&b.isMeshDistanceMaterial===!0){let k=i.properties.get(b);k.light=O}return b}function v(C,U,O,w,b){if(C.visible===!1)return;if(C.layers.test(U.layers)&&(C.isMesh||C.isLine||C.isPoints)&&(C.castShadow||C.receiveShadow&&b===Di)&&(!C.frustumCulled||n.intersectsObject(C))){C.modelViewMatrix.multiplyMatrices(O.matrixWorldInverse,C.matrixWorld);let V=t.update(C),X=C.material;if(Array.isArray(X)){let G=V.groups;for(let q=0,$=G.length;q<$;q++){let j=G[q],ct=X[j.materialIndex];if(ct&&ct.visible){let ut=E(C,ct,w,b);C.onBeforeShadow(i,C,U,O,V,ut,j),i.renderBufferDirect(O,null,V,ut,C,j),C.onAfterShadow(i,C,U,O,V,ut,j)}}}else if(X.visible){let G=E(C,X,w,b);C.onBeforeShadow(i,C,U,O,V,G,null),i.renderBufferDirect(O,null,V,G,C,null),C.onAfterShadow(i,C,U,O,V,G,null)}}let k=C.children;for(let V=0,X=k.length;V<X;V++)v(k[V],U,O,w,b)}function L(C){C.target.removeEventListener("dispose",L);for(let O in c){let w=c[O],b=C.target.uuid;b in w&&(w[b].dispose(),delete w[b])}}}var oS={[Wl]:Xl,[ql]:$l,[Yl]:Kl,[Ws]:Zl,[Xl]:Wl,[$l]:ql,[Kl]:Yl,[Zl]:Ws};function aS(i,t){function e(){let B=!1,_t=new Xe,Mt=null,kt=new Xe(0,0,0,0);return{setMask:function(gt){Mt!==gt&&!B&&(i.colorMask(gt,gt,gt,gt),Mt=gt)},setLocked:function(gt){B=gt},setClear:function(gt,at,Ht,re,Ae){Ae===!0&&(gt*=re,at*=re,Ht*=re),_t.set(gt,at,Ht,re),kt.equals(_t)===!1&&(i.clearColor(gt,at,Ht,re),kt.copy(_t))},reset:function(){B=!1,Mt=null,kt.set(-1,0,0,0)}}}function n(){let B=!1,_t=!1,Mt=null,kt=null,gt=null;return{setReversed:function(at){if(_t!==at){let Ht=t.get("EXT_clip_control");at?Ht.clipControlEXT(Ht.LOWER_LEFT_EXT,Ht.ZERO_TO_ONE_EXT):Ht.clipControlEXT(Ht.LOWER_LEFT_EXT,Ht.NEGATIVE_ONE_TO_ONE_EXT),_t=at;let re=gt;gt=null,this.setClear(re)}},getReversed:function(){return _t},setTest:function(at){at?et(i.DEPTH_TEST):Rt(i.DEPTH_TEST)},setMask:function(at){Mt!==at&&!B&&(i.depthMask(at),Mt=at)},setFunc:function(at){if(_t&&(at=oS[at]),kt!==at){switch(at){case Wl:i.depthFunc(i.NEVER);break;case Xl:i.depthFunc(i.ALWAYS);break;case ql:i.depthFunc(i.LESS);break;case Ws:i.depthFunc(i.LEQUAL);break;case Yl:i.depthFunc(i.EQUAL);break;case Zl:i.depthFunc(i.GEQUAL);break;case $l:i.depthFunc(i.GREATER);break;case Kl:i.depthFunc(i.NOTEQUAL);break;default:i.depthFunc(i.LEQUAL)}kt=at}},setLocked:function(at){B=at},setClear:function(at){gt!==at&&(_t&&(at=1-at),i.clearDepth(at),gt=at)},reset:function(){B=!1,Mt=null,kt=null,gt=null,_t=!1}}}function s(){let B=!1,_t=null,Mt=null,kt=null,gt=null,at=null,Ht=null,re=null,Ae=null;return{setTest:function(ye){B||(ye?et(i.STENCIL_TEST):Rt(i.STENCIL_TEST))},setMask:function(ye){_t!==ye&&!B&&(i.stencilMask(ye),_t=ye)},setFunc:function(ye,mn,Pe){(Mt!==ye||kt!==mn||gt!==Pe)&&(i.stencilFunc(ye,mn,Pe),Mt=ye,kt=mn,gt=Pe)},setOp:function(ye,mn,Pe){(at!==ye||Ht!==mn||re!==Pe)&&(i.stencilOp(ye,mn,Pe),at=ye,Ht=mn,re=Pe)},setLocked:function(ye){B=ye},setClear:function(ye){Ae!==ye&&(i.clearStencil(ye),Ae=ye)},reset:function(){B=!1,_t=null,Mt=null,kt=null,gt=null,at=null,Ht=null,re=null,Ae=null}}}let r=new e,o=new n,a=new s,l=new WeakMap,c=new WeakMap,u={},h={},d=new WeakMap,f=[],g=null,_=!1,m=null,p=null,T=null,E=null,v=null,L=null,C=null,U=new ie(0,0,0),O=0,w=!1,b=null,A=null,k=null,V=null,X=null,G=i.getParameter(i.MAX_COMBINED_TEXTURE_IMAGE_UNITS),q=!1,$=0,j=i.getParameter(i.VERSION);j.indexOf("WebGL")!==-1?($=parseFloat(/^WebGL (\d)/.exec(j)[1]),q=$>=1):j.indexOf("OpenGL ES")!==-1&&($=parseFloat(/^OpenGL ES (\d)/.exec(j)[1]),q=$>=2);let ct=null,ut={},xt=i.getParameter(i.SCISSOR_BOX),At=i.getParameter(i.VIEWPORT),vt=new Xe().fromArray(xt),Qt=new Xe().fromArray(At);function te(B,_t,Mt,kt){let gt=new Uint8Array(4),at=i.createTexture();i.bindTexture(B,at),i.texParameteri(B,i.TEXTURE_MIN_FILTER,i.NEAREST),i.texParameteri(B,i.TEXTURE_MAG_FILTER,i.NEAREST);for(let Ht=0;Ht<Mt;Ht++)B===i.TEXTURE_3D||B===i.TEXTURE_2D_ARRAY?i.texImage3D(_t,0,i.RGBA,1,1,kt,0,i.RGBA,i.UNSIGNED_BYTE,gt):i.texImage2D(_t+Ht,0,i.RGBA,1,1,0,i.RGBA,i.UNSIGNED_BYTE,gt);return at}let Q={};Q[i.TEXTURE_2D]=te(i.TEXTURE_2D,i.TEXTURE_2D,1),Q[i.TEXTURE_CUBE_MAP]=te(i.TEXTURE_CUBE_MAP,i.TEXTURE_CUBE_MAP_POSITIVE_X,6),Q[i.TEXTURE_2D_ARRAY]=te(i.TEXTURE_2D_ARRAY,i.TEXTURE_2D_ARRAY,1,1),Q[i.TEXTURE_3D]=te(i.TEXTURE_3D,i.TEXTURE_3D,1,1),r.setClear(0,0,0,1),o.setClear(1),a.setClear(0),et(i.DEPTH_TEST),o.setFunc(Ws),it(!1),st(Mu),et(i.CULL_FACE),lt(ji);function et(B){u[B]!==!0&&(i.enable(B),u[B]=!0)}function Rt(B){u[B]!==!1&&(i.disable(B),u[B]=!1)}function Ft(B,_t){return h[B]!==_t?(i.bindFramebuffer(B,_t),h[B]=_t,B===i.DRAW_FRAMEBUFFER&&(h[i.FRAMEBUFFER]=_t),B===i.FRAMEBUFFER&&(h[i.DRAW_FRAMEBUFFER]=_t),!0):!1}function Tt(B,_t){let Mt=f,kt=!1;if(B){Mt=d.get(_t),Mt===void 0&&(Mt=[],d.set(_t,Mt));let gt=B.textures;if(Mt.length!==gt.length||Mt[0]!==i.COLOR_ATTACHMENT0){for(let at=0,Ht=gt.length;at<Ht;at++)Mt[at]=i.COLOR_ATTACHMENT0+at;Mt.length=gt.length,kt=!0}}else Mt[0]!==i.BACK&&(Mt[0]=i.BACK,kt=!0);kt&&i.drawBuffers(Mt)}function se(B){return g!==B?(i.useProgram(B),g=B,!0):!1}let fe={[ys]:i.FUNC_ADD,[lp]:i.FUNC_SUBTRACT,[cp]:i.FUNC_REVERSE_SUBTRACT};fe[hp]=i.MIN,fe[up]=i.MAX;let D={[dp]:i.ZERO,[fp]:i.ONE,[pp]:i.SRC_COLOR,[dl]:i.SRC_ALPHA,[vp]:i.SRC_ALPHA_SATURATE,[yp]:i.DST_COLOR,[gp]:i.DST_ALPHA,[mp]:i.ONE_MINUS_SRC_COLOR,[fl]:i.ONE_MINUS_SRC_ALPHA,[xp]:i.ONE_MINUS_DST_COLOR,[_p]:i.ONE_MINUS_DST_ALPHA,[Mp]:i.CONSTANT_COLOR,[bp]:i.ONE_MINUS_CONSTANT_COLOR,[Sp]:i.CONSTANT_ALPHA,[wp]:i.ONE_MINUS_CONSTANT_ALPHA};function lt(B,_t,Mt,kt,gt,at,Ht,re,Ae,ye){if(B===ji){_===!0&&(Rt(i.BLEND),_=!1);return}if(_===!1&&(et(i.BLEND),_=!0),B!==ap){if(B!==m||ye!==w){if((p!==ys||v!==ys)&&(i.blendEquation(i.FUNC_ADD),p=ys,v=ys),ye)switch(B){case Gs:i.blendFuncSeparate(i.ONE,i.ONE_MINUS_SRC_ALPHA,i.ONE,i.ONE_MINUS_SRC_ALPHA);break;case Su:i.blendFunc(i.ONE,i.ONE);break;case wu:i.blendFuncSeparate(i.ZERO,i.ONE_MINUS_SRC_COLOR,i.ZERO,i.ONE);break;case Eu:i.blendFuncSeparate(i.DST_COLOR,i.ONE_MINUS_SRC_ALPHA,i.ZERO,i.ONE);break;default:console.error("THREE.WebGLState: Invalid blending: ",B);break}else switch(B){case Gs:i.blendFuncSeparate(i.SRC_ALPHA,i.ONE_MINUS_SRC_ALPHA,i.ONE,i.ONE_MINUS_SRC_ALPHA);break;case Su:i.blendFuncSeparate(i.SRC_ALPHA,i.ONE,i.ONE,i.ONE);break;case wu:console.error("THREE.WebGLState: SubtractiveBlending requires material.premultipliedAlpha = true");break;case Eu:console.error("THREE.WebGLState: MultiplyBlending requires material.premultipliedAlpha = true");break;default:console.error("THREE.WebGLState: Invalid blending: ",B);break}T=null,E=null,L=null,C=null,U.set(0,0,0),O=0,m=B,w=ye}return}gt=gt||_t,at=at||Mt,Ht=Ht||kt,(_t!==p||gt!==v)&&(i.blendEquationSeparate(fe[_t],fe[gt]),p=_t,v=gt),(Mt!==T||kt!==E||at!==L||Ht!==C)&&(i.blendFuncSeparate(D[Mt],D[kt],D[at],D[Ht]),T=Mt,E=kt,L=at,C=Ht),(re.equals(U)===!1||Ae!==O)&&(i.blendColor(re.r,re.g,re.b,Ae),U.copy(re),O=Ae),m=B,w=!1}function ot(B,_t){B.side===Ni?Rt(i.CULL_FACE):et(i.CULL_FACE);let Mt=B.side===Ln;_t&&(Mt=!Mt),it(Mt),B.blending===Gs&&B.transparent===!1?lt(ji):lt(B.blending,B.blendEquation,B.blendSrc,B.blendDst,B.blendEquationAlpha,B.blendSrcAlpha,B.blendDstAlpha,B.blendColor,B.blendAlpha,B.premultipliedAlpha),o.setFunc(B.depthFunc),o.setTest(B.depthTest),o.setMask(B.depthWrite),r.setMask(B.colorWrite);let kt=B.stencilWrite;a.setTest(kt),kt&&(a.setMask(B.stencilWriteMask),a.setFunc(B.stencilFunc,B.stencilRef,B.stencilFuncMask),a.setOp(B.stencilFail,B.stencilZFail,B.stencilZPass)),dt(B.polygonOffset,B.polygonOffsetFactor,B.polygonOffsetUnits),B.alphaToCoverage===!0?et(i.SAMPLE_ALPHA_TO_COVERAGE):Rt(i.SAMPLE_ALPHA_TO_COVERAGE)}function it(B){b!==B&&(B?i.frontFace(i.CW):i.frontFace(i.CCW),b=B)}function st(B){B!==rp?(et(i.CULL_FACE),B!==A&&(B===Mu?i.cullFace(i.BACK):B===op?i.cullFace(i.FRONT):i.cullFace(i.FRONT_AND_BACK))):Rt(i.CULL_FACE),A=B}function Et(B){B!==k&&(q&&i.lineWidth(B),k=B)}function dt(B,_t,Mt){B?(et(i.POLYGON_OFFSET_FILL),(V!==_t||X!==Mt)&&(i.polygonOffset(_t,Mt),V=_t,X=Mt)):Rt(i.POLYGON_OFFSET_FILL)}function pt(B){B?et(i.SCISSOR_TEST):Rt(i.SCISSOR_TEST)}function jt(B){B===void 0&&(B=i.TEXTURE0+G-1),ct!==B&&(i.activeTexture(B),ct=B)}function Zt(B,_t,Mt){Mt===void 0&&(ct===null?Mt=i.TEXTURE0+G-1:Mt=ct);let kt=ut[Mt];kt===void 0&&(kt={type:void 0,texture:void 0},ut[Mt]=kt),(kt.type!==B||kt.texture!==_t)&&(ct!==Mt&&(i.activeTexture(Mt),ct=Mt),i.bindTexture(B,_t||Q[B]),kt.type=B,kt.texture=_t)}function R(){let B=ut[ct];B!==void 0&&B.type!==void 0&&(i.bindTexture(B.type,null),B.type=void 0,B.texture=void 0)}function x(){try{i.compressedTexImage2D(...arguments)}catch(B){console.error("THREE.WebGLState:",B)}}function F(){try{i.compressedTexImage3D(...arguments)}catch(B){console.error("THREE.WebGLState:",B)}}function Y(){try{i.texSubImage2D(...arguments)}catch(B){console.error("THREE.WebGLState:",B)}}function nt(){try{i.texSubImage3D(...arguments)}catch(B){console.error("THREE.WebGLState:",B)}}function tt(){try{i.compressedTexSubImage2D(...arguments)}catch(B){console.error("THREE.WebGLState:",B)}}function Bt(){try{i.compressedTexSubImage3D(...arguments)}catch(B){console.error("THREE.WebGLState:",B)}}function mt(){try{i.texStorage2D(...arguments)}catch(B){console.error("THREE.WebGLState:",B)}}function Ot(){try{i.texStorage3D(...arguments)}catch(B){console.error("THREE.WebGLState:",B)}}function Lt(){try{i.texImage2D(...arguments)}catch(B){console.error("THREE.WebGLState:",B)}}function ht(){try{i.texImage3D(...arguments)}catch(B){console.error("THREE.WebGLState:",B)}}function wt(B){vt.equals(B)===!1&&(i.scissor(B.x,B.y,B.z,B.w),vt.copy(B))}function Xt(B){Qt.equals(B)===!1&&(i.viewport(B.x,B.y,B.z,B.w),Qt.copy(B))}function Gt(B,_t){let Mt=c.get(_t);Mt===void 0&&(Mt=new WeakMap,c.set(_t,Mt));let kt=Mt.get(B);kt===void 0&&(kt=i.getUniformBlockIndex(_t,B.name),Mt.set(B,kt))}function Ct(B,_t){let kt=c.get(_t).get(B);l.get(_t)!==kt&&(i.uniformBlockBinding(_t,kt,B.__bindingPointIndex),l.set(_t,kt))}function ne(){i.disable(i.BLEND),i.disable(i.CULL_FACE),i.disable(i.DEPTH_TEST),i.disable(i.POLYGON_OFFSET_FILL),i.disable(i.SCISSOR_TEST),i.disable(i.STENCIL_TEST),i.disable(i.SAMPLE_ALPHA_TO_COVERAGE),i.blendEquation(i.FUNC_ADD),i.blendFunc(i.ONE,i.ZERO),i.blendFuncSeparate(i.ONE,i.ZERO,i.ONE,i.ZERO),i.blendColor(0,0,0,0),i.colorMask(!0,!0,!0,!0),i.clearColor(0,0,0,0),i.depthMask(!0),i.depthFunc(i.LESS),o.setReversed(!1),i.clearDepth(1),i.stencilMask(4294967295),i.stencilFunc(i.ALWAYS,0,4294967295),i.stencilOp(i.KEEP,i.KEEP,i.KEEP),i.clearStencil(0),i.cullFace(i.BACK),i.frontFace(i.CCW),i.polygonOffset(0,0),i.activeTexture(i.TEXTURE0),i.bindFramebuffer(i.FRAMEBUFFER,null),i.bindFramebuffer(i.DRAW_FRAMEBUFFER,null),i.bindFramebuffer(i.READ_FRAMEBUFFER,null),i.useProgram(null),i.lineWidth(1),i.scissor(0,0,i.canvas.width,i.canvas.height),i.viewport(0,0,i.canvas.width,i.canvas.height),u={},ct=null,ut={},h={},d=new WeakMap,f=[],g=null,_=!1,m=null,p=null,T=null,E=null,v=null,L=null,C=null,U=new ie(0,0,0),O=0,w=!1,b=null,A=null,k=null,V=null,X=null,vt.set(0,0,i.canvas.width,i.canvas.height),Qt.set(0,0,i.canvas.width,i.canvas.height),r.reset(),o.reset(),a.reset()}return{buffers:{color:r,depth:o,stencil:a},enable:et,disable:Rt,bindFramebuffer:Ft,drawBuffers:Tt,useProgram:se,setBlending:lt,setMaterial:ot,setFlipSided:it,setCullFace:st,setLineWidth:Et,setPolygonOffset:dt,setScissorTest:pt,activeTexture:jt,bindTexture:Zt,unbindTexture:R,compressedTexImage2D:x,compressedTexImage3D:F,texImage2D:Lt,texImage3D:ht,updateUBOMapping:Gt,uniformBlockBinding:Ct,texStorage2D:mt,texStorage3D:Ot,texSubImage2D:Y,texSubImage3D:nt,compressedTexSubImage2D:tt,compressedTexSubImage3D:Bt,scissor:wt,viewport:Xt,reset:ne}}function lS(i,t,e,n,s,r,o){let a=t.has("WEBGL_multisampled_render_to_texture")?t.get("WEBGL_multisampled_render_to_texture"):null,l=typeof navigator>"u"?!1:/OculusBrowser/g.test(navigator.userAgent),c=new bt,u=new WeakMap,h,d=new WeakMap,f=!1;try{f=typeof OffscreenCanvas<"u"&&new OffscreenCanvas(1,1).getContext("2d")!==null}catch{}function g(R,x){return f?new OffscreenCanvas(R,x):Fo("canvas")}function _(R,x,F){let Y=1,nt=Zt(R);if((nt.width>F||nt.height>F)&&(Y=F/Math.max(nt.width,nt.height)),Y<1)if(typeof HTMLImageElement<"u"&&R instanceof HTMLImageElement||typeof HTMLCanvasElement<"u"&&R instanceof HTMLCanvasElement||typeof ImageBitmap<"u"&&R instanceof ImageBitmap||typeof VideoFrame<"u"&&R instanceof VideoFrame){let tt=Math.floor(Y*nt.width),Bt=Math.floor(Y*nt.height);h===void 0&&(h=g(tt,Bt));let mt=x?g(tt,Bt):h;return mt.width=tt,mt.height=Bt,mt.getContext("2d").drawImage(R,0,0,tt,Bt),console.warn("THREE.WebGLRenderer: Texture has been resized from ("+nt.width+"x"+nt.height+") to ("+tt+"x"+Bt+")."),mt}else return"data"in R&&console.warn("THREE.WebGLRenderer: Image in DataTexture is too big ("+nt.width+"x"+nt.height+")."),R;return R}function m(R){return R.generateMipmaps}function p(R){i.generateMipmap(R)}function T(R){return R.isWebGLCubeRenderTarget?i.TEXTURE_CUBE_MAP:R.isWebGL3DRenderTarget?i.TEXTURE_3D:R.isWebGLArrayRenderTarget||R.isCompressedArrayTexture?i.TEXTURE_2D_ARRAY:i.TEXTURE_2D}function E(R,x,F,Y,nt=!1){if(R!==null){if(i[R]!==void 0)return i[R];console.warn("THREE.WebGLRenderer: Attempt to use non-existing WebGL internal format '"+R+"'")}let tt=x;if(x===i.RED&&(F===i.FLOAT&&(tt=i.R32F),F===i.HALF_FLOAT&&(tt=i.R16F),F===i.UNSIGNED_BYTE&&(tt=i.R8)),x===i.RED_INTEGER&&(F===i.UNSIGNED_BYTE&&(tt=i.R8UI),F===i.UNSIGNED_SHORT&&(tt=i.R16UI),F===i.UNSIGNED_INT&&(tt=i.R32UI),F===i.BYTE&&(tt=i.R8I),F===i.SHORT&&(tt=i.R16I),F===i.INT&&(tt=i.R32I)),x===i.RG&&(F===i.FLOAT&&(tt=i.RG32F),F===i.HALF_FLOAT&&(tt=i.RG16F),F===i.UNSIGNED_BYTE&&(tt=i.RG8)),x===i.RG_INTEGER&&(F===i.UNSIGNED_BYTE&&(tt=i.RG8UI),F===i.UNSIGNED_SHORT&&(tt=i.RG16UI),F===i.UNSIGNED_INT&&(tt=i.RG32UI),F===i.BYTE&&(tt=i.RG8I),F===i.SHORT&&(tt=i.RG16I),F===i.INT&&(tt=i.RG32I)),x===i.RGB_INTEGER&&(F===i.UNSIGNED_BYTE&&(tt=i.RGB8UI),F===i.UNSIGNED_SHORT&&(tt=i.RGB16UI),F===i.UNSIGNED_INT&&(tt=i.RGB32UI),F===i.BYTE&&(tt=i.RGB8I),F===i.SHORT&&(tt=i.RGB16I),F===i.INT&&(tt=i.RGB32I)),x===i.RGBA_INTEGER&&(F===i.UNSIGNED_BYTE&&(tt=i.RGBA8UI),F===i.UNSIGNED_SHORT&&(tt=i.RGBA16UI),F===i.UNSIGNED_INT&&(tt=i.RGBA32UI),F===i.BYTE&&(tt=i.RGBA8I),F===i.SHORT&&(tt=i.RGBA16I),F===i.INT&&(tt=i.RGBA32I)),x===i.RGB&&(F===i.UNSIGNED_INT_5_9_9_9_REV&&(tt=i.RGB9_E5),F===i.UNSIGNED_INT_10F_11F_11F_REV&&(tt=i.R11F_G11F_B10F)),x===i.RGBA){let Bt=nt?No:ge.getTransfer(Y);F===i.FLOAT&&(tt=i.RGBA32F),F===i.HALF_FLOAT&&(tt=i.RGBA16F),F===i.UNSIGNED_BYTE&&(tt=Bt===Te?i.SRGB8_ALPHA8:i.RGBA8),F===i.UNSIGNED_SHORT_4_4_4_4&&(tt=i.RGBA4),F===i.UNSIGNED_SHORT_5_5_5_1&&(tt=i.RGB5_A1)}return(tt===i.R16F||tt===i.R32F||tt===i.RG16F||tt===i.RG32F||tt===i.RGBA16F||tt===i.RGBA32F)&&t.get("EXT_color_buffer_float"),tt}function v(R,x){let F;return R?x===null||x===Ts||x===Kr?F=i.DEPTH24_STENCIL8:x===Ui?F=i.DEPTH32F_STENCIL8:x===Zr&&(F=i.DEPTH24_STENCIL8,console.warn("DepthTexture: 16 bit depth attachment is not supported with stencil. Using 24-bit attachment.")):x===null||x===Ts||x===Kr?F=i.DEPTH_COMPONENT24:x===Ui?F=i.DEPTH_COMPONENT32F:x===Zr&&(F=i.DEPTH_COMPONENT16),F}function L(R,x){return m(R)===!0||R.isFramebufferTexture&&R.minFilter!==ii&&R.minFilter!==yi?Math.log2(Math.max(x.width,x.height))+1:R.mipmaps!==void 0&&R.mipmaps.length>0?R.mipmaps.length:R.isCompressedTexture&&Array.isArray(R.image)?x.mipmaps.length:1}function C(R){let x=R.target;x.removeEventListener("dispose",C),O(x),x.isVideoTexture&&u.delete(x)}function U(R){let x=R.target;x.removeEventListener("dispose",U),b(x)}function O(R){let x=n.get(R);if(x.__webglInit===void 0)return;let F=R.source,Y=d.get(F);if(Y){let nt=Y[x.__cacheKey];nt.usedTimes--,nt.usedTimes===0&&w(R),Object.keys(Y).length===0&&d.delete(F)}n.remove(R)}function w(R){let x=n.get(R);i.deleteTexture(x.__webglTexture);let F=R.source,Y=d.get(F);delete Y[x.__cacheKey],o.memory.textures--}function b(R){let x=n.get(R);if(R.depthTexture&&(R.depthTexture.dispose(),n.remove(R.depthTexture)),R.isWebGLCubeRenderTarget)for(let Y=0;Y<6;Y++){if(Array.isArray(x.__webglFramebuffer[Y]))for(let nt=0;nt<x.__webglFramebuffer[Y].length;nt++)i.deleteFramebuffer(x.__webglFramebuffer[Y][nt]);else i.deleteFramebuffer(x.__webglFramebuffer[Y]);x.__webglDepthbuffer&&i.deleteRenderbuffer(x.__webglDepthbuffer[Y])}else{if(Array.isArray(x.__webglFramebuffer))for(let Y=0;Y<x.__webglFramebuffer.length;Y++)i.deleteFramebuffer(x.__webglFramebuffer[Y]);else i.deleteFramebuffer(x.__webglFramebuffer);if(x.__webglDepthbuffer&&i.deleteRenderbuffer(x.__webglDepthbuffer),x.__webglMultisampledFramebuffer&&i.deleteFramebuffer(x.__webglMultisampledFramebuffer),x.__webglColorRenderbuffer)for(let Y=0;Y<x.__webglColorRenderbuffer.length;Y++)x.__webglColorRenderbuffer[Y]&&i.deleteRenderbuffer(x.__webglColorRenderbuffer[Y]);x.__webglDepthRenderbuffer&&i.deleteRenderbuffer(x.__webglDepthRenderbuffer)}let F=R.textures;for(let Y=0,nt=F.length;Y<nt;Y++){let tt=n.get(F[Y]);tt.__webglTexture&&(i.deleteTexture(tt.__webglTexture),o.memory.textures--),n.remove(F[Y])}n.remove(R)}let A=0;function k(){A=0}function V(){let R=A;return R>=s.maxTextures&&console.warn("THREE.WebGLTextures: Trying to use "+R+" texture units while this GPU supports only "+s.maxTextures),A+=1,R}function X(R){let x=[];return x.push(R.wrapS),x.push(R.wrapT),x.push(R.wrapR||0),x.push(R.magFilter),x.push(R.minFilter),x.push(R.anisotropy),x.push(R.internalFormat),x.push(R.format),x.push(R.type),x.push(R.generateMipmaps),x.push(R.premultiplyAlpha),x.push(R.flipY),x.push(R.unpackAlignment),x.push(R.colorSpace),x.join()}function G(R,x){let F=n.get(R);if(R.isVideoTexture&&pt(R),R.isRenderTargetTexture===!1&&R.isExternalTexture!==!0&&R.version>0&&F.__version!==R.version){let Y=R.image;if(Y===null)console.warn("THREE.WebGLRenderer: Texture marked for update but no image data found.");else if(Y.complete===!1)console.warn("THREE.WebGLRenderer: Texture marked for update but image is incomplete");else{Q(F,R,x);return}}else R.isExternalTexture&&(F.__webglTexture=R.sourceTexture?R.sourceTexture:null);e.bindTexture(i.TEXTURE_2D,F.__webglTexture,i.TEXTURE0+x)}function q(R,x){let F=n.get(R);if(R.isRenderTargetTexture===!1&&R.version>0&&F.__version!==R.version){Q(F,R,x);return}e.bindTexture(i.TEXTURE_2D_ARRAY,F.__webglTexture,i.TEXTURE0+x)}function $(R,x){let F=n.get(R);if(R.isRenderTargetTexture===!1&&R.version>0&&F.__version!==R.version){Q(F,R,x);return}e.bindTexture(i.TEXTURE_3D,F.__webglTexture,i.TEXTURE0+x)}function j(R,x){let F=n.get(R);if(R.version>0&&F.__version!==R.version){et(F,R,x);return}e.bindTexture(i.TEXTURE_CUBE_MAP,F.__webglTexture,i.TEXTURE0+x)}let ct={[pl]:i.REPEAT,[_s]:i.CLAMP_TO_EDGE,[ml]:i.MIRRORED_REPEAT},ut={[ii]:i.NEAREST,[Np]:i.NEAREST_MIPMAP_NEAREST,[ga]:i.NEAREST_MIPMAP_LINEAR,[yi]:i.LINEAR,[tc]:i.LINEAR_MIPMAP_NEAREST,[Es]:i.LINEAR_MIPMAP_LINEAR},xt={[Bp]:i.NEVER,[Wp]:i.ALWAYS,[kp]:i.LESS,[Uu]:i.LEQUAL,[zp]:i.EQUAL,[Gp]:i.GEQUAL,[Vp]:i.GREATER,[Hp]:i.NOTEQUAL};function At(R,x){if(x.type===Ui&&t.has("OES_texture_float_linear")===!1&&(x.magFilter===yi||x.magFilter===tc||x.magFilter===ga||x.magFilter===Es||x.minFilter===yi||x.minFilter===tc||x.minFilter===ga||x.minFilter===Es)&&console.warn("THREE.WebGLRenderer: Unable to use linear filtering with floating point textures. OES_texture_float_linear not supported on this device."),i.texParameteri(R,i.TEXTURE_WRAP_S,ct[x.wrapS]),i.texParameteri(R,i.TEXTURE_WRAP_T,ct[x.wrapT]),(R===i.TEXTURE_3D||R===i.TEXTURE_2D_ARRAY)&&i.texParameteri(R,i.TEXTURE_WRAP_R,ct[x.wrapR]),i.texParameteri(R,i.TEXTURE_MAG_FILTER,ut[x.magFilter]),i.texParameteri(R,i.TEXTURE_MIN_FILTER,ut[x.minFilter]),x.compareFunction&&(i.texParameteri(R,i.TEXTURE_COMPARE_MODE,i.COMPARE_REF_TO_TEXTURE),i.texParameteri(R,i.TEXTURE_COMPARE_FUNC,xt[x.compareFunction])),t.has("EXT_texture_filter_anisotropic")===!0){if(x.magFilter===ii||x.minFilter!==ga&&x.minFilter!==Es||x.type===Ui&&t.has("OES_texture_float_linear")===!1)return;if(x.anisotropy>1||n.get(x).__currentAnisotropy){let F=t.get("EXT_texture_filter_anisotropic");i.texParameterf(R,F.TEXTURE_MAX_ANISOTROPY_EXT,Math.min(x.anisotropy,s.getMaxAnisotropy())),n.get(x).__currentAnisotropy=x.anisotropy}}}function vt(R,x){let F=!1;R.__webglInit===void 0&&(R.__webglInit=!0,x.addEventListener("dispose",C));let Y=x.source,nt=d.get(Y);nt===void 0&&(nt={},d.set(Y,nt));let tt=X(x);if(tt!==R.__cacheKey){nt[tt]===void 0&&(nt[tt]={texture:i.createTexture(),usedTimes:0},o.memory.textures++,F=!0),nt[tt].usedTimes++;let Bt=nt[R.__cacheKey];Bt!==void 0&&(nt[R.__cacheKey].usedTimes--,Bt.usedTimes===0&&w(x)),R.__cacheKey=tt,R.__webglTexture=nt[tt].texture}return F}function Qt(R,x,F){return Math.floor(Math.floor(R/F)/x)}function te(R,x,F,Y){let tt=R.updateRanges;if(tt.length===0)e.texSubImage2D(i.TEXTURE_2D,0,0,0,x.width,x.height,F,Y,x.data);else{tt.sort((ht,wt)=>ht.start-wt.start);let Bt=0;for(let ht=1;ht<tt.length;ht++){let wt=tt[Bt],Xt=tt[ht],Gt=wt.start+wt.count,Ct=Qt(Xt.start,x.width,4),ne=Qt(wt.start,x.width,4);Xt.start<=Gt+1&&Ct===ne&&Qt(Xt.start+Xt.count-1,x.width,4)===Ct?wt.count=Math.max(wt.count,Xt.start+Xt.count-wt.start):(++Bt,tt[Bt]=Xt)}tt.length=Bt+1;let mt=i.getParameter(i.UNPACK_ROW_LENGTH),Ot=i.getParameter(i.UNPACK_SKIP_PIXELS),Lt=i.getParameter(i.UNPACK_SKIP_ROWS);i.pixelStorei(i.UNPACK_ROW_LENGTH,x.width);for(let ht=0,wt=tt.length;ht<wt;ht++){let Xt=tt[ht],Gt=Math.floor(Xt.start/4),Ct=Math.ceil(Xt.count/4),ne=Gt%x.width,B=Math.floor(Gt/x.width),_t=Ct,Mt=1;i.pixelStorei(i.UNPACK_SKIP_PIXELS,ne),i.pixelStorei(i.UNPACK_SKIP_ROWS,B),e.texSubImage2D(i.TEXTURE_2D,0,ne,B,_t,Mt,F,Y,x.data)}R.clearUpdateRanges(),i.pixelStorei(i.UNPACK_ROW_LENGTH,mt),i.pixelStorei(i.UNPACK_SKIP_PIXELS,Ot),i.pixelStorei(i.UNPACK_SKIP_ROWS,Lt)}}function Q(R,x,F){let Y=i.TEXTURE_2D;(x.isDataArrayTexture||x.isCompressedArrayTexture)&&(Y=i.TEXTURE_2D_ARRAY),x.isData3DTexture&&(Y=i.TEXTURE_3D);let nt=vt(R,x),tt=x.source;e.bindTexture(Y,R.__webglTexture,i.TEXTURE0+F);let Bt=n.get(tt);if(tt.version!==Bt.__version||nt===!0){e.activeTexture(i.TEXTURE0+F);let mt=ge.getPrimaries(ge.workingColorSpace),Ot=x.colorSpace===ts?null:ge.getPrimaries(x.colorSpace),Lt=x.colorSpace===ts||mt===Ot?i.NONE:i.BROWSER_DEFAULT_WEBGL;i.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,x.flipY),i.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,x.premultiplyAlpha),i.pixelStorei(i.UNPACK_ALIGNMENT,x.unpackAlignment),i.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,Lt);let ht=_(x.image,!1,s.maxTextureSize);ht=jt(x,ht);let wt=r.convert(x.format,x.colorSpace),Xt=r.convert(x.type),Gt=E(x.internalFormat,wt,Xt,x.colorSpace,x.isVideoTexture);At(Y,x);let Ct,ne=x.mipmaps,B=x.isVideoTexture!==!0,_t=Bt.__version===void 0||nt===!0,Mt=tt.dataReady,kt=L(x,ht);if(x.isDepthTexture)Gt=v(x.format===Jr,x.type),_t&&(B?e.texStorage2D(i.TEXTURE_2D,1,Gt,ht.width,ht.height):e.texImage2D(i.TEXTURE_2D,0,Gt,ht.width,ht.height,0,wt,Xt,null));else if(x.isDataTexture)if(ne.length>0){B&&_t&&e.texStorage2D(i.TEXTURE_2D,kt,Gt,ne[0].width,ne[0].height);for(let gt=0,at=ne.length;gt<at;gt++)Ct=ne[gt],B?Mt&&e.texSubImage2D(i.TEXTURE_2D,gt,0,0,Ct.width,Ct.height,wt,Xt,Ct.data):e.texImage2D(i.TEXTURE_2D,gt,Gt,Ct.width,Ct.height,0,wt,Xt,Ct.data);x.generateMipmaps=!1}else B?(_t&&e.texStorage2D(i.TEXTURE_2D,kt,Gt,ht.width,ht.height),Mt&&te(x,ht,wt,Xt)):e.texImage2D(i.TEXTURE_2D,0,Gt,ht.width,ht.height,0,wt,Xt,ht.data);else if(x.isCompressedTexture)if(x.isCompressedArrayTexture){B&&_t&&e.texStorage3D(i.TEXTURE_2D_ARRAY,kt,Gt,ne[0].width,ne[0].height,ht.depth);for(let gt=0,at=ne.length;gt<at;gt++)if(Ct=ne[gt],x.format!==ai)if(wt!==null)if(B){if(Mt)if(x.layerUpdates.size>0){let Ht=Wu(Ct.width,Ct.height,x.format,x.type);for(let re of x.layerUpdates){let Ae=Ct.data.subarray(re*Ht/Ct.data.BYTES_PER_ELEMENT,(re+1)*Ht/Ct.data.BYTES_PER_ELEMENT);e.compressedTexSubImage3D(i.TEXTURE_2D_ARRAY,gt,0,0,re,Ct.width,Ct.height,1,wt,Ae)}x.clearLayerUpdates()}else e.compressedTexSubImage3D(i.TEXTURE_2D_ARRAY,gt,0,0,0,Ct.width,Ct.height,ht.depth,wt,Ct.data)}else e.compressedTexImage3D(i.TEXTURE_2D_ARRAY,gt,Gt,Ct.width,Ct.height,ht.depth,0,Ct.data,0,0);else console.warn("THREE.WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()");else B?Mt&&e.texSubImage3D(i.TEXTURE_2D_ARRAY,gt,0,0,0,Ct.width,Ct.height,ht.depth,wt,Xt,Ct.data):e.texImage3D(i.TEXTURE_2D_ARRAY,gt,Gt,Ct.width,Ct.height,ht.depth,0,wt,Xt,Ct.data)}else{B&&_t&&e.texStorage2D(i.TEXTURE_2D,kt,Gt,ne[0].width,ne[0].height);for(let gt=0,at=ne.length;gt<at;gt++)Ct=ne[gt],x.format!==ai?wt!==null?B?Mt&&e.compressedTexSubImage2D(i.TEXTURE_2D,gt,0,0,Ct.width,Ct.height,wt,Ct.data):e.compressedTexImage2D(i.TEXTURE_2D,gt,Gt,Ct.width,Ct.height,0,Ct.data):console.warn("THREE.WebGLRenderer: Attempt to load unsupported compressed texture format in .uploadTexture()"):B?Mt&&e.texSubImage2D(i.TEXTURE_2D,gt,0,0,Ct.width,Ct.height,wt,Xt,Ct.data):e.texImage2D(i.TEXTURE_2D,gt,Gt,Ct.width,Ct.height,0,wt,Xt,Ct.data)}else if(x.isDataArrayTexture)if(B){if(_t&&e.texStorage3D(i.TEXTURE_2D_ARRAY,kt,Gt,ht.width,ht.height,ht.depth),Mt)if(x.layerUpdates.size>0){let gt=Wu(ht.width,ht.height,x.format,x.type);for(let at of x.layerUpdates){let Ht=ht.data.subarray(at*gt/ht.data.BYTES_PER_ELEMENT,(at+1)*gt/ht.data.BYTES_PER_ELEMENT);e.texSubImage3D(i.TEXTURE_2D_ARRAY,0,0,0,at,ht.width,ht.height,1,wt,Xt,Ht)}x.clearLayerUpdates()}else e.texSubImage3D(i.TEXTURE_2D_ARRAY,0,0,0,0,ht.width,ht.height,ht.depth,wt,Xt,ht.data)}else e.texImage3D(i.TEXTURE_2D_ARRAY,0,Gt,ht.width,ht.height,ht.depth,0,wt,Xt,ht.data);else if(x.isData3DTexture)B?(_t&&e.texStorage3D(i.TEXTURE_3D,kt,Gt,ht.width,ht.height,ht.depth),Mt&&e.texSubImage3D(i.TEXTURE_3D,0,0,0,0,ht.width,ht.height,ht.depth,wt,Xt,ht.data)):e.texImage3D(i.TEXTURE_3D,0,Gt,ht.width,ht.height,ht.depth,0,wt,Xt,ht.data);else if(x.isFramebufferTexture){if(_t)if(B)e.texStorage2D(i.TEXTURE_2D,kt,Gt,ht.width,ht.height);else{let gt=ht.width,at=ht.height;for(let Ht=0;Ht<kt;Ht++)e.texImage2D(i.TEXTURE_2D,Ht,Gt,gt,at,0,wt,Xt,null),gt>>=1,at>>=1}}else if(ne.length>0){if(B&&_t){let gt=Zt(ne[0]);e.texStorage2D(i.TEXTURE_2D,kt,Gt,gt.width,gt.height)}for(let gt=0,at=ne.length;gt<at;gt++)Ct=ne[gt],B?Mt&&e.texSubImage2D(i.TEXTURE_2D,gt,0,0,wt,Xt,Ct):e.texImage2D(i.TEXTURE_2D,gt,Gt,wt,Xt,Ct);x.generateMipmaps=!1}else if(B){if(_t){let gt=Zt(ht);e.texStorage2D(i.TEXTURE_2D,kt,Gt,gt.width,gt.height)}Mt&&e.texSubImage2D(i.TEXTURE_2D,0,0,0,wt,Xt,ht)}else e.texImage2D(i.TEXTURE_2D,0,Gt,wt,Xt,ht);m(x)&&p(Y),Bt.__version=tt.version,x.onUpdate&&x.onUpdate(x)}R.__version=x.version}function et(R,x,F){if(x.image.length!==6)return;let Y=vt(R,x),nt=x.source;e.bindTexture(i.TEXTURE_CUBE_MAP,R.__webglTexture,i.TEXTURE0+F);let tt=n.get(nt);if(nt.version!==tt.__version||Y===!0){e.activeTexture(i.TEXTURE0+F);let Bt=ge.getPrimaries(ge.workingColorSpace),mt=x.colorSpace===ts?null:ge.getPrimaries(x.colorSpace),Ot=x.colorSpace===ts||Bt===mt?i.NONE:i.BROWSER_DEFAULT_WEBGL;i.pixelStorei(i.UNPACK_FLIP_Y_WEBGL,x.flipY),i.pixelStorei(i.UNPACK_PREMULTIPLY_ALPHA_WEBGL,x.premultiplyAlpha),i.pixelStorei(i.UNPACK_ALIGNMENT,x.unpackAlignment),i.pixelStorei(i.UNPACK_COLORSPACE_CONVERSION_WEBGL,Ot);let Lt=x.isCompressedTexture||x.image[0].isCompressedTexture,ht=x.image[0]&&x.image[0].isDataTexture,wt=[];for(let at=0;at<6;at++)!Lt&&!ht?wt[at]=_(x.image[at],!0,s.maxCubemapSize):wt[at]=ht?x.image[at].image:x.image[at],wt[at]=jt(x,wt[at]);let Xt=wt[0],Gt=r.convert(x.format,x.colorSpace),Ct=r.convert(x.type),ne=E(x.internalFormat,Gt,Ct,x.colorSpace),B=x.isVideoTexture!==!0,_t=tt.__version===void 0||Y===!0,Mt=nt.dataReady,kt=L(x,Xt);At(i.TEXTURE_CUBE_MAP,x);let gt;if(Lt){B&&_t&&e.texStorage2D(i.TEXTURE_CUBE_MAP,kt,ne,Xt.width,Xt.height);for(let at=0;at<6;at++){gt=wt[at].mipmaps;for(let Ht=0;Ht<gt.length;Ht++){let re=gt[Ht];x.format!==ai?Gt!==null?B?Mt&&e.compressedTexSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+at,Ht,0,0,re.width,re.height,Gt,re.data):e.compressedTexImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+at,Ht,ne,re.width,re.height,0,re.data):console.warn("THREE.WebGLRenderer: Attempt to load unsupported compressed texture format in .setTextureCube()"):B?Mt&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+at,Ht,0,0,re.width,re.height,Gt,Ct,re.data):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+at,Ht,ne,re.width,re.height,0,Gt,Ct,re.data)}}}else{if(gt=x.mipmaps,B&&_t){gt.length>0&&kt++;let at=Zt(wt[0]);e.texStorage2D(i.TEXTURE_CUBE_MAP,kt,ne,at.width,at.height)}for(let at=0;at<6;at++)if(ht){B?Mt&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+at,0,0,0,wt[at].width,wt[at].height,Gt,Ct,wt[at].data):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+at,0,ne,wt[at].width,wt[at].height,0,Gt,Ct,wt[at].data);for(let Ht=0;Ht<gt.length;Ht++){let Ae=gt[Ht].image[at].image;B?Mt&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+at,Ht+1,0,0,Ae.width,Ae.height,Gt,Ct,Ae.data):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+at,Ht+1,ne,Ae.width,Ae.height,0,Gt,Ct,Ae.data)}}else{B?Mt&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+at,0,0,0,Gt,Ct,wt[at]):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+at,0,ne,Gt,Ct,wt[at]);for(let Ht=0;Ht<gt.length;Ht++){let re=gt[Ht];B?Mt&&e.texSubImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+at,Ht+1,0,0,Gt,Ct,re.image[at]):e.texImage2D(i.TEXTURE_CUBE_MAP_POSITIVE_X+at,Ht+1,ne,Gt,Ct,re.image[at])}}}m(x)&&p(i.TEXTURE_CUBE_MAP),tt.__version=nt.version,x.onUpdate&&x.onUpdate(x)}R.__version=x.version}function Rt(R,x,F,Y,nt,tt){let Bt=r.convert(F.format,F.colorSpace),mt=r.convert(F.type),Ot=E(F.internalFormat,Bt,mt,F.colorSpace),Lt=n.get(x),ht=n.get(F);if(ht.__renderTarget=x,!Lt.__hasExternalTextures){let wt=Math.max(1,x.width>>tt),Xt=Math.max(1,x.height>>tt);nt===i.TEXTURE_3D||nt===i.TEXTURE_2D_ARRAY?e.texImage3D(nt,tt,Ot,wt,Xt,x.depth,0,Bt,mt,null):e.texImage2D(nt,tt,Ot,wt,Xt,0,Bt,mt,null)}e.bindFramebuffer(i.FRAMEBUFFER,R),dt(x)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,Y,nt,ht.__webglTexture,0,Et(x)):(nt===i.TEXTURE_2D||nt>=i.TEXTURE_CUBE_MAP_POSITIVE_X&&nt<=i.TEXTURE_CUBE_MAP_NEGATIVE_Z)&&i.framebufferTexture2D(i.FRAMEBUFFER,Y,nt,ht.__webglTexture,tt),e.bindFramebuffer(i.FRAMEBUFFER,null)}function Ft(R,x,F){if(i.bindRenderbuffer(i.RENDERBUFFER,R),x.depthBuffer){let Y=x.depthTexture,nt=Y&&Y.isDepthTexture?Y.type:null,tt=v(x.stencilBuffer,nt),Bt=x.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,mt=Et(x);dt(x)?a.renderbufferStorageMultisampleEXT(i.RENDERBUFFER,mt,tt,x.width,x.height):F?i.renderbufferStorageMultisample(i.RENDERBUFFER,mt,tt,x.width,x.height):i.renderbufferStorage(i.RENDERBUFFER,tt,x.width,x.height),i.framebufferRenderbuffer(i.FRAMEBUFFER,Bt,i.RENDERBUFFER,R)}else{let Y=x.textures;for(let nt=0;nt<Y.length;nt++){let tt=Y[nt],Bt=r.convert(tt.format,tt.colorSpace),mt=r.convert(tt.type),Ot=E(tt.internalFormat,Bt,mt,tt.colorSpace),Lt=Et(x);F&&dt(x)===!1?i.renderbufferStorageMultisample(i.RENDERBUFFER,Lt,Ot,x.width,x.height):dt(x)?a.renderbufferStorageMultisampleEXT(i.RENDERBUFFER,Lt,Ot,x.width,x.height):i.renderbufferStorage(i.RENDERBUFFER,Ot,x.width,x.height)}}i.bindRenderbuffer(i.RENDERBUFFER,null)}function Tt(R,x){if(x&&x.isWebGLCubeRenderTarget)throw new Error("Depth Texture with cube render targets is not supported");if(e.bindFramebuffer(i.FRAMEBUFFER,R),!(x.depthTexture&&x.depthTexture.isDepthTexture))throw new Error("renderTarget.depthTexture must be an instance of THREE.DepthTexture");let Y=n.get(x.depthTexture);Y.__renderTarget=x,(!Y.__webglTexture||x.depthTexture.image.width!==x.width||x.depthTexture.image.height!==x.height)&&(x.depthTexture.image.width=x.width,x.depthTexture.image.height=x.height,x.depthTexture.needsUpdate=!0),G(x.depthTexture,0);let nt=Y.__webglTexture,tt=Et(x);if(x.depthTexture.format===Fr)dt(x)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,i.DEPTH_ATTACHMENT,i.TEXTURE_2D,nt,0,tt):i.framebufferTexture2D(i.FRAMEBUFFER,i.DEPTH_ATTACHMENT,i.TEXTURE_2D,nt,0);else if(x.depthTexture.format===Jr)dt(x)?a.framebufferTexture2DMultisampleEXT(i.FRAMEBUFFER,i.DEPTH_STENCIL_ATTACHMENT,i.TEXTURE_2D,nt,0,tt):i.framebufferTexture2D(i.FRAMEBUFFER,i.DEPTH_STENCIL_ATTACHMENT,i.TEXTURE_2D,nt,0);else throw new Error("Unknown depthTexture format")}function se(R){let x=n.get(R),F=R.isWebGLCubeRenderTarget===!0;if(x.__boundDepthTexture!==R.depthTexture){let Y=R.depthTexture;if(x.__depthDisposeCallback&&x.__depthDisposeCallback(),Y){let nt=()=>{delete x.__boundDepthTexture,delete x.__depthDisposeCallback,Y.removeEventListener("dispose",nt)};Y.addEventListener("dispose",nt),x.__depthDisposeCallback=nt}x.__boundDepthTexture=Y}if(R.depthTexture&&!x.__autoAllocateDepthBuffer){if(F)throw new Error("target.depthTexture not supported in Cube render targets");let Y=R.texture.mipmaps;Y&&Y.length>0?Tt(x.__webglFramebuffer[0],R):Tt(x.__webglFramebuffer,R)}else if(F){x.__webglDepthbuffer=[];for(let Y=0;Y<6;Y++)if(e.bindFramebuffer(i.FRAMEBUFFER,x.__webglFramebuffer[Y]),x.__webglDepthbuffer[Y]===void 0)x.__webglDepthbuffer[Y]=i.createRenderbuffer(),Ft(x.__webglDepthbuffer[Y],R,!1);else{let nt=R.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,tt=x.__webglDepthbuffer[Y];i.bindRenderbuffer(i.RENDERBUFFER,tt),i.framebufferRenderbuffer(i.FRAMEBUFFER,nt,i.RENDERBUFFER,tt)}}else{let Y=R.texture.mipmaps;if(Y&&Y.length>0?e.bindFramebuffer(i.FRAMEBUFFER,x.__webglFramebuffer[0]):e.bindFramebuffer(i.FRAMEBUFFER,x.__webglFramebuffer),x.__webglDepthbuffer===void 0)x.__webglDepthbuffer=i.createRenderbuffer(),Ft(x.__webglDepthbuffer,R,!1);else{let nt=R.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,tt=x.__webglDepthbuffer;i.bindRenderbuffer(i.RENDERBUFFER,tt),i.framebufferRenderbuffer(i.FRAMEBUFFER,nt,i.RENDERBUFFER,tt)}}e.bindFramebuffer(i.FRAMEBUFFER,null)}function fe(R,x,F){let Y=n.get(R);x!==void 0&&Rt(Y.__webglFramebuffer,R,R.texture,i.COLOR_ATTACHMENT0,i.TEXTURE_2D,0),F!==void 0&&se(R)}function D(R){let x=R.texture,F=n.get(R),Y=n.get(x);R.addEventListener("dispose",U);let nt=R.textures,tt=R.isWebGLCubeRenderTarget===!0,Bt=nt.length>1;if(Bt||(Y.__webglTexture===void 0&&(Y.__webglTexture=i.createTexture()),Y.__version=x.version,o.memory.textures++),tt){F.__webglFramebuffer=[];for(let mt=0;mt<6;mt++)if(x.mipmaps&&x.mipmaps.length>0){F.__webglFramebuffer[mt]=[];for(let Ot=0;Ot<x.mipmaps.length;Ot++)F.__webglFramebuffer[mt][Ot]=i.createFramebuffer()}else F.__webglFramebuffer[mt]=i.createFramebuffer()}else{if(x.mipmaps&&x.mipmaps.length>0){F.__webglFramebuffer=[];for(let mt=0;mt<x.mipmaps.length;mt++)F.__webglFramebuffer[mt]=i.createFramebuffer()}else F.__webglFramebuffer=i.createFramebuffer();if(Bt)for(let mt=0,Ot=nt.length;mt<Ot;mt++){let Lt=n.get(nt[mt]);Lt.__webglTexture===void 0&&(Lt.__webglTexture=i.createTexture(),o.memory.textures++)}if(R.samples>0&&dt(R)===!1){F.__webglMultisampledFramebuffer=i.createFramebuffer(),F.__webglColorRenderbuffer=[],e.bindFramebuffer(i.FRAMEBUFFER,F.__webglMultisampledFramebuffer);for(let mt=0;mt<nt.length;mt++){let Ot=nt[mt];F.__webglColorRenderbuffer[mt]=i.createRenderbuffer(),i.bindRenderbuffer(i.RENDERBUFFER,F.__webglColorRenderbuffer[mt]);let Lt=r.convert(Ot.format,Ot.colorSpace),ht=r.convert(Ot.type),wt=E(Ot.internalFormat,Lt,ht,Ot.colorSpace,R.isXRRenderTarget===!0),Xt=Et(R);i.renderbufferStorageMultisample(i.RENDERBUFFER,Xt,wt,R.width,R.height),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+mt,i.RENDERBUFFER,F.__webglColorRenderbuffer[mt])}i.bindRenderbuffer(i.RENDERBUFFER,null),R.depthBuffer&&(F.__webglDepthRenderbuffer=i.createRenderbuffer(),Ft(F.__webglDepthRenderbuffer,R,!0)),e.bindFramebuffer(i.FRAMEBUFFER,null)}}if(tt){e.bindTexture(i.TEXTURE_CUBE_MAP,Y.__webglTexture),At(i.TEXTURE_CUBE_MAP,x);for(let mt=0;mt<6;mt++)if(x.mipmaps&&x.mipmaps.length>0)for(let Ot=0;Ot<x.mipmaps.length;Ot++)Rt(F.__webglFramebuffer[mt][Ot],R,x,i.COLOR_ATTACHMENT0,i.TEXTURE_CUBE_MAP_POSITIVE_X+mt,Ot);else Rt(F.__webglFramebuffer[mt],R,x,i.COLOR_ATTACHMENT0,i.TEXTURE_CUBE_MAP_POSITIVE_X+mt,0);m(x)&&p(i.TEXTURE_CUBE_MAP),e.unbindTexture()}else if(Bt){for(let mt=0,Ot=nt.length;mt<Ot;mt++){let Lt=nt[mt],ht=n.get(Lt),wt=i.TEXTURE_2D;(R.isWebGL3DRenderTarget||R.isWebGLArrayRenderTarget)&&(wt=R.isWebGL3DRenderTarget?i.TEXTURE_3D:i.TEXTURE_2D_ARRAY),e.bindTexture(wt,ht.__webglTexture),At(wt,Lt),Rt(F.__webglFramebuffer,R,Lt,i.COLOR_ATTACHMENT0+mt,wt,0),m(Lt)&&p(wt)}e.unbindTexture()}else{let mt=i.TEXTURE_2D;if((R.isWebGL3DRenderTarget||R.isWebGLArrayRenderTarget)&&(mt=R.isWebGL3DRenderTarget?i.TEXTURE_3D:i.TEXTURE_2D_ARRAY),e.bindTexture(mt,Y.__webglTexture),At(mt,x),x.mipmaps&&x.mipmaps.length>0)for(let Ot=0;Ot<x.mipmaps.length;Ot++)Rt(F.__webglFramebuffer[Ot],R,x,i.COLOR_ATTACHMENT0,mt,Ot);else Rt(F.__webglFramebuffer,R,x,i.COLOR_ATTACHMENT0,mt,0);m(x)&&p(mt),e.unbindTexture()}R.depthBuffer&&se(R)}function lt(R){let x=R.textures;for(let F=0,Y=x.length;F<Y;F++){let nt=x[F];if(m(nt)){let tt=T(R),Bt=n.get(nt).__webglTexture;e.bindTexture(tt,Bt),p(tt),e.unbindTexture()}}}let ot=[],it=[];function st(R){if(R.samples>0){if(dt(R)===!1){let x=R.textures,F=R.width,Y=R.height,nt=i.COLOR_BUFFER_BIT,tt=R.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT,Bt=n.get(R),mt=x.length>1;if(mt)for(let Lt=0;Lt<x.length;Lt++)e.bindFramebuffer(i.FRAMEBUFFER,Bt.__webglMultisampledFramebuffer),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+Lt,i.RENDERBUFFER,null),e.bindFramebuffer(i.FRAMEBUFFER,Bt.__webglFramebuffer),i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0+Lt,i.TEXTURE_2D,null,0);e.bindFramebuffer(i.READ_FRAMEBUFFER,Bt.__webglMultisampledFramebuffer);let Ot=R.texture.mipmaps;Ot&&Ot.length>0?e.bindFramebuffer(i.DRAW_FRAMEBUFFER,Bt.__webglFramebuffer[0]):e.bindFramebuffer(i.DRAW_FRAMEBUFFER,Bt.__webglFramebuffer);for(let Lt=0;Lt<x.length;Lt++){if(R.resolveDepthBuffer&&(R.depthBuffer&&(nt|=i.DEPTH_BUFFER_BIT),R.stencilBuffer&&R.resolveStencilBuffer&&(nt|=i.STENCIL_BUFFER_BIT)),mt){i.framebufferRenderbuffer(i.READ_FRAMEBUFFER,i.COLOR_ATTACHMENT0,i.RENDERBUFFER,Bt.__webglColorRenderbuffer[Lt]);let ht=n.get(x[Lt]).__webglTexture;i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0,i.TEXTURE_2D,ht,0)}i.blitFramebuffer(0,0,F,Y,0,0,F,Y,nt,i.NEAREST),l===!0&&(ot.length=0,it.length=0,ot.push(i.COLOR_ATTACHMENT0+Lt),R.depthBuffer&&R.resolveDepthBuffer===!1&&(ot.push(tt),it.push(tt),i.invalidateFramebuffer(i.DRAW_FRAMEBUFFER,it)),i.invalidateFramebuffer(i.READ_FRAMEBUFFER,ot))}if(e.bindFramebuffer(i.READ_FRAMEBUFFER,null),e.bindFramebuffer(i.DRAW_FRAMEBUFFER,null),mt)for(let Lt=0;Lt<x.length;Lt++){e.bindFramebuffer(i.FRAMEBUFFER,Bt.__webglMultisampledFramebuffer),i.framebufferRenderbuffer(i.FRAMEBUFFER,i.COLOR_ATTACHMENT0+Lt,i.RENDERBUFFER,Bt.__webglColorRenderbuffer[Lt]);let ht=n.get(x[Lt]).__webglTexture;e.bindFramebuffer(i.FRAMEBUFFER,Bt.__webglFramebuffer),i.framebufferTexture2D(i.DRAW_FRAMEBUFFER,i.COLOR_ATTACHMENT0+Lt,i.TEXTURE_2D,ht,0)}e.bindFramebuffer(i.DRAW_FRAMEBUFFER,Bt.__webglMultisampledFramebuffer)}else if(R.depthBuffer&&R.resolveDepthBuffer===!1&&l){let x=R.stencilBuffer?i.DEPTH_STENCIL_ATTACHMENT:i.DEPTH_ATTACHMENT;i.invalidateFramebuffer(i.DRAW_FRAMEBUFFER,[x])}}}function Et(R){return Math.min(s.maxSamples,R.samples)}function dt(R){let x=n.get(R);return R.samples>0&&t.has("WEBGL_multisampled_render_to_texture")===!0&&x.__useRenderToTexture!==!1}function pt(R){let x=o.render.frame;u.get(R)!==x&&(u.set(R,x),R.update())}function jt(R,x){let F=R.colorSpace,Y=R.format,nt=R.type;return R.isCompressedTexture===!0||R.isVideoTexture===!0||F!==Xs&&F!==ts&&(ge.getTransfer(F)===Te?(Y!==ai||nt!==Mi)&&console.warn("THREE.WebGLTextures: sRGB encoded textures have to use RGBAFormat and UnsignedByteType."):console.error("THREE.WebGLTextures: Unsupported texture color space:",F)),x}function Zt(R){return typeof HTMLImageElement<"u"&&R instanceof HTMLImageElement?(c.width=R.naturalWidth||R.width,c.height=R.naturalHeight||R.height):typeof VideoFrame<"u"&&R instanceof VideoFrame?(c.width=R.displayWidth,c.height=R.displayHeight):(c.width=R.width,c.height=R.height),c}this.allocateTextureUnit=V,this.resetTextureUnits=k,this.setTexture2D=G,this.setTexture2DArray=q,this.setTexture3D=$,this.setTextureCube=j,this.rebindTextures=fe,this.setupRenderTarget=D,this.updateRenderTargetMipmap=lt,this.updateMultisampleRenderTarget=st,this.setupDepthRenderbuffer=se,this.setupFrameBufferTexture=Rt,this.useMultisampledRTT=dt}function cS(i,t){function e(n,s=ts){let r,o=ge.getTransfer(s);if(n===Mi)return i.UNSIGNED_BYTE;if(n===nc)return i.UNSIGNED_SHORT_4_4_4_4;if(n===ic)return i.UNSIGNED_SHORT_5_5_5_1;if(n===Ru)return i.UNSIGNED_INT_5_9_9_9_REV;if(n===Pu)return i.UNSIGNED_INT_10F_11F_11F_REV;if(n===Au)return i.BYTE;if(n===Cu)return i.SHORT;if(n===Zr)return i.UNSIGNED_SHORT;if(n===ec)return i.INT;if(n===Ts)return i.UNSIGNED_INT;if(n===Ui)return i.FLOAT;if(n===$r)return i.HALF_FLOAT;if(n===Iu)return i.ALPHA;if(n===Lu)return i.RGB;if(n===ai)return i.RGBA;if(n===Fr)return i.DEPTH_COMPONENT;if(n===Jr)return i.DEPTH_STENCIL;if(n===Du)return i.RED;if(n===sc)return i.RED_INTEGER;if(n===Nu)return i.RG;if(n===rc)return i.RG_INTEGER;if(n===oc)return i.RGBA_INTEGER;if(n===_a||n===ya||n===xa||n===va)if(o===Te)if(r=t.get("WEBGL_compressed_texture_s3tc_srgb"),r!==null){if(n===_a)return r.COMPRESSED_SRGB_S3TC_DXT1_EXT;if(n===ya)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT1_EXT;if(n===xa)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT3_EXT;if(n===va)return r.COMPRESSED_SRGB_ALPHA_S3TC_DXT5_EXT}else return null;else if(r=t.get("WEBGL_compressed_texture_s3tc"),r!==null){if(n===_a)return r.COMPRESSED_RGB_S3TC_DXT1_EXT;if(n===ya)return r.COMPRESSED_RGBA_S3TC_DXT1_EXT;if(n===xa)return r.COMPRESSED_RGBA_S3TC_DXT3_EXT;if(n===va)return r.COMPRESSED_RGBA_S3TC_DXT5_EXT}else return null;if(n===ac||n===lc||n===cc||n===hc)if(r=t.get("WEBGL_compressed_texture_pvrtc"),r!==null){if(n===ac)return r.COMPRESSED_RGB_PVRTC_4BPPV1_IMG;if(n===lc)return r.COMPRESSED_RGB_PVRTC_2BPPV1_IMG;if(n===cc)return r.COMPRESSED_RGBA_PVRTC_4BPPV1_IMG;if(n===hc)return r.COMPRESSED_RGBA_PVRTC_2BPPV1_IMG}else return null;if(n===uc||n===dc||n===fc)if(r=t.get("WEBGL_compressed_texture_etc"),r!==null){if(n===uc||n===dc)return o===Te?r.COMPRESSED_SRGB8_ETC2:r.COMPRESSED_RGB8_ETC2;if(n===fc)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ETC2_EAC:r.COMPRESSED_RGBA8_ETC2_EAC}else return null;if(n===pc||n===mc||n===gc||n===_c||n===yc||n===xc||n===vc||n===Mc||n===bc||n===Sc||n===wc||n===Ec||n===Tc||n===Ac)if(r=t.get("WEBGL_compressed_texture_astc"),r!==null){if(n===pc)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_4x4_KHR:r.COMPRESSED_RGBA_ASTC_4x4_KHR;if(n===mc)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x4_KHR:r.COMPRESSED_RGBA_ASTC_5x4_KHR;if(n===gc)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_5x5_KHR:r.COMPRESSED_RGBA_ASTC_5x5_KHR;if(n===_c)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x5_KHR:r.COMPRESSED_RGBA_ASTC_6x5_KHR;if(n===yc)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_6x6_KHR:r.COMPRESSED_RGBA_ASTC_6x6_KHR;if(n===xc)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x5_KHR:r.COMPRESSED_RGBA_ASTC_8x5_KHR;if(n===vc)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x6_KHR:r.COMPRESSED_RGBA_ASTC_8x6_KHR;if(n===Mc)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_8x8_KHR:r.COMPRESSED_RGBA_ASTC_8x8_KHR;if(n===bc)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x5_KHR:r.COMPRESSED_RGBA_ASTC_10x5_KHR;if(n===Sc)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x6_KHR:r.COMPRESSED_RGBA_ASTC_10x6_KHR;if(n===wc)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x8_KHR:r.COMPRESSED_RGBA_ASTC_10x8_KHR;if(n===Ec)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_10x10_KHR:r.COMPRESSED_RGBA_ASTC_10x10_KHR;if(n===Tc)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x10_KHR:r.COMPRESSED_RGBA_ASTC_12x10_KHR;if(n===Ac)return o===Te?r.COMPRESSED_SRGB8_ALPHA8_ASTC_12x12_KHR:r.COMPRESSED_RGBA_ASTC_12x12_KHR}else return null;if(n===Cc||n===Rc||n===Pc)if(r=t.get("EXT_texture_compression_bptc"),r!==null){if(n===Cc)return o===Te?r.COMPRESSED_SRGB_ALPHA_BPTC_UNORM_EXT:r.COMPRESSED_RGBA_BPTC_UNORM_EXT;if(n===Rc)return r.COMPRESSED_RGB_BPTC_SIGNED_FLOAT_EXT;if(n===Pc)return r.COMPRESSED_RGB_BPTC_UNSIGNED_FLOAT_EXT}else return null;if(n===Ic||n===Lc||n===Dc||n===Nc)if(r=t.get("EXT_texture_compression_rgtc"),r!==null){if(n===Ic)return r.COMPRESSED_RED_RGTC1_EXT;if(n===Lc)return r.COMPRESSED_SIGNED_RED_RGTC1_EXT;if(n===Dc)return r.COMPRESSED_RED_GREEN_RGTC2_EXT;if(n===Nc)return r.COMPRESSED_SIGNED_RED_GREEN_RGTC2_EXT}else return null;return n===Kr?i.UNSIGNED_INT_24_8:i[n]!==void 0?i[n]:null}return{convert:e}}var hS=`
void main() {

	gl_Position = vec4( position, 1.0 );

}`,uS=`
uniform sampler2DArray depthColor;
uniform float depthWidth;
uniform float depthHeight;

void main() {

	vec2 coord = vec2( gl_FragCoord.x / depthWidth, gl_FragCoord.y / depthHeight );

	if ( coord.x >= 1.0 ) {

		gl_FragDepth = texture( depthColor, vec3( coord.x - 1.0, coord.y, 1 ) ).r;

	} else {

		gl_FragDepth = texture( depthColor, vec3( coord.x, coord.y, 0 ) ).r;

	}

}`,id=class{constructor(){this.texture=null,this.mesh=null,this.depthNear=0,this.depthFar=0}init(t,e){if(this.texture===null){let n=new qo(t.texture);(t.depthNear!==e.depthNear||t.depthFar!==e.depthFar)&&(this.depthNear=t.depthNear,this.depthFar=t.depthFar),this.texture=n}}getMesh(t){if(this.texture!==null&&this.mesh===null){let e=t.cameras[0].viewport,n=new vi({vertexShader:hS,fragmentShader:uS,uniforms:{depthColor:{value:this.texture},depthWidth:{value:e.z},depthHeight:{value:e.w}}});this.mesh=new Fe(new sa(20,20),n)}return this.mesh}reset(){this.texture=null,this.mesh=null}getDepthTexture(){return this.texture}},sd=class extends Ii{constructor(t,e){super();let n=this,s=null,r=1,o=null,a="local-floor",l=1,c=null,u=null,h=null,d=null,f=null,g=null,_=typeof XRWebGLBinding<"u",m=new id,p={},T=e.getContextAttributes(),E=null,v=null,L=[],C=[],U=new bt,O=null,w=new pn;w.viewport=new Xe;let b=new pn;b.viewport=new Xe;let A=[w,b],k=new Hl,V=null,X=null;this.cameraAutoUpdate=!0,this.enabled=!1,this.isPresenting=!1,this.getController=function(Q){let et=L[Q];return et===void 0&&(et=new Vr,L[Q]=et),et.getTargetRaySpace()},this.getControllerGrip=function(Q){let et=L[Q];return et===void 0&&(et=new Vr,L[Q]=et),et.getGripSpace()},this.getHand=function(Q){let et=L[Q];return et===void 0&&(et=new Vr,L[Q]=et),et.getHandSpace()};function G(Q){let et=C.indexOf(Q.inputSource);if(et===-1)return;let Rt=L[et];Rt!==void 0&&(Rt.update(Q.inputSource,Q.frame,c||o),Rt.dispatchEvent({type:Q.type,data:Q.inputSource}))}function q(){s.removeEventListener("select",G),s.removeEventListener("selectstart",G),s.removeEventListener("selectend",G),s.removeEventListener("squeeze",G),s.removeEventListener("squeezestart",G),s.removeEventListener("squeezeend",G),s.removeEventListener("end",q),s.removeEventListener("inputsourceschange",$);for(let Q=0;Q<L.length;Q++){let et=C[Q];et!==null&&(C[Q]=null,L[Q].disconnect(et))}V=null,X=null,m.reset();for(let Q in p)delete p[Q];t.setRenderTarget(E),f=null,d=null,h=null,s=null,v=null,te.stop(),n.isPresenting=!1,t.setPixelRatio(O),t.setSize(U.width,U.height,!1),n.dispatchEvent({type:"sessionend"})}this.setFramebufferScaleFactor=function(Q){r=Q,n.isPresenting===!0&&console.warn("THREE.WebXRManager: Cannot change framebuffer scale while presenting.")},this.setReferenceSpaceType=function(Q){a=Q,n.isPresenting===!0&&console.warn("THREE.WebXRManager: Cannot change reference space type while presenting.")},this.getReferenceSpace=function(){return c||o},this.setReferenceSpace=function(Q){c=Q},this.getBaseLayer=function(){return d!==null?d:f},this.getBinding=function(){return h===null&&_&&(h=new XRWebGLBinding(s,e)),h},this.getFrame=function(){return g},this.getSession=function(){return s},this.setSession=async function(Q){if(s=Q,s!==null){if(E=t.getRenderTarget(),s.addEventListener("select",G),s.addEventListener("selectstart",G),s.addEventListener("selectend",G),s.addEventListener("squeeze",G),s.addEventListener("squeezestart",G),s.addEventListener("squeezeend",G),s.addEventListener("end",q),s.addEventListener("inputsourceschange",$),T.xrCompatible!==!0&&await e.makeXRCompatible(),O=t.getPixelRatio(),t.getSize(U),_&&"createProjectionLayer"in XRWebGLBinding.prototype){let Rt=null,Ft=null,Tt=null;T.depth&&(Tt=T.stencil?e.DEPTH24_STENCIL8:e.DEPTH_COMPONENT24,Rt=T.stencil?Jr:Fr,Ft=T.stencil?Kr:Ts);let se={colorFormat:e.RGBA8,depthFormat:Tt,scaleFactor:r};h=this.getBinding(),d=h.createProjectionLayer(se),s.updateRenderState({layers:[d]}),t.setPixelRatio(1),t.setSize(d.textureWidth,d.textureHeight,!1),v=new Li(d.textureWidth,d.textureHeight,{format:ai,type:Mi,depthTexture:new Xo(d.textureWidth,d.textureHeight,Ft,void 0,void 0,void 0,void 0,void 0,void 0,Rt),stencilBuffer:T.stencil,colorSpace:t.outputColorSpace,samples:T.antialias?4:0,resolveDepthBuffer:d.ignoreDepthValues===!1,resolveStencilBuffer:d.ignoreDepthValues===!1})}else{let Rt={antialias:T.antialias,alpha:!0,depth:T.depth,stencil:T.stencil,framebufferScaleFactor:r};f=new XRWebGLLayer(s,e,Rt),s.updateRenderState({baseLayer:f}),t.setPixelRatio(1),t.setSize(f.framebufferWidth,f.framebufferHeight,!1),v=new Li(f.framebufferWidth,f.framebufferHeight,{format:ai,type:Mi,colorSpace:t.outputColorSpace,stencilBuffer:T.stencil,resolveDepthBuffer:f.ignoreDepthValues===!1,resolveStencilBuffer:f.ignoreDepthValues===!1})}v.isXRRenderTarget=!0,this.setFoveation(l),c=null,o=await s.requestReferenceSpace(a),te.setContext(s),te.start(),n.isPresenting=!0,n.dispatchEvent({type:"sessionstart"})}},this.getEnvironmentBlendMode=function(){if(s!==null)return s.environmentBlendMode},this.getDepthTexture=function(){return m.getDepthTexture()};function $(Q){for(let et=0;et<Q.removed.length;et++){let Rt=Q.removed[et],Ft=C.indexOf(Rt);Ft>=0&&(C[Ft]=null,L[Ft].disconnect(Rt))}for(let et=0;et<Q.added.length;et++){let Rt=Q.added[et],Ft=C.indexOf(Rt);if(Ft===-1){for(let se=0;se<L.length;se++)if(se>=C.length){C.push(Rt),Ft=se;break}else if(C[se]===null){C[se]=Rt,Ft=se;break}if(Ft===-1)break}let Tt=L[Ft];Tt&&Tt.connect(Rt)}}let j=new N,ct=new N;function ut(Q,et,Rt){j.setFromMatrixPosition(et.matrixWorld),ct.setFromMatrixPosition(Rt.matrixWorld);let Ft=j.distanceTo(ct),Tt=et.projectionMatrix.elements,se=Rt.projectionMatrix.elements,fe=Tt[14]/(Tt[10]-1),D=Tt[14]/(Tt[10]+1),lt=(Tt[9]+1)/Tt[5],ot=(Tt[9]-1)/Tt[5],it=(Tt[8]-1)/Tt[0],st=(se[8]+1)/se[0],Et=fe*it,dt=fe*st,pt=Ft/(-it+st),jt=pt*-it;if(et.matrixWorld.decompose(Q.position,Q.quaternion,Q.scale),Q.translateX(jt),Q.translateZ(pt),Q.matrixWorld.compose(Q.position,Q.quaternion,Q.scale),Q.matrixWorldInverse.copy(Q.matrixWorld).invert(),Tt[10]===-1)Q.projectionMatrix.copy(et.projectionMatrix),Q.projectionMatrixInverse.copy(et.projectionMatrixInverse);else{let Zt=fe+pt,R=D+pt,x=Et-jt,F=dt+(Ft-jt),Y=lt*D/R*Zt,nt=ot*D/R*Zt;Q.projectionMatrix.makePerspective(x,F,Y,nt,Zt,R),Q.projectionMatrixInverse.copy(Q.projectionMatrix).invert()}}function xt(Q,et){et===null?Q.matrixWorld.copy(Q.matrix):Q.matrixWorld.multiplyMatrices(et.matrixWorld,Q.matrix),Q.matrixWorldInverse.copy(Q.matrixWorld).invert()}this.updateCamera=function(Q){if(s===null)return;let et=Q.near,Rt=Q.far;m.texture!==null&&(m.depthNear>0&&(et=m.depthNear),m.depthFar>0&&(Rt=m.depthFar)),k.near=b.near=w.near=et,k.far=b.far=w.far=Rt,(V!==k.near||X!==k.far)&&(s.updateRenderState({depthNear:k.near,depthFar:k.far}),V=k.near,X=k.far),k.layers.mask=Q.layers.mask|6,w.layers.mask=k.layers.mask&3,b.layers.mask=k.layers.mask&5;let Ft=Q.parent,Tt=k.cameras;xt(k,Ft);for(let se=0;se<Tt.length;se++)xt(Tt[se],Ft);Tt.length===2?ut(k,w,b):k.projectionMatrix.copy(w.projectionMatrix),At(Q,k,Ft)};function At(Q,et,Rt){Rt===null?Q.matrix.copy(et.matrixWorld):(Q.matrix.copy(Rt.matrixWorld),Q.matrix.invert(),Q.matrix.multiply(et.matrixWorld)),Q.matrix.decompose(Q.position,Q.quaternion,Q.scale),Q.updateMatrixWorld(!0),Q.projectionMatrix.copy(et.projectionMatrix),Q.projectionMatrixInverse.copy(et.projectionMatrixInverse),Q.isPerspectiveCamera&&(Q.fov=Or*2*Math.atan(1/Q.projectionMatrix.elements[5]),Q.zoom=1)}this.getCamera=function(){return k},this.getFoveation=function(){if(!(d===null&&f===null))return l},this.setFoveation=function(Q){l=Q,d!==null&&(d.fixedFoveation=Q),f!==null&&f.fixedFoveation!==void 0&&(f.fixedFoveation=Q)},this.hasDepthSensing=function(){return m.texture!==null},this.getDepthSensingMesh=function(){return m.getMesh(k)},this.getCameraTexture=function(Q){return p[Q]};let vt=null;function Qt(Q,et){if(u=et.getViewerPose(c||o),g=et,u!==null){let Rt=u.views;f!==null&&(t.setRenderTargetFramebuffer(v,f.framebuffer),t.setRenderTarget(v));let Ft=!1;Rt.length!==k.cameras.length&&(k.cameras.length=0,Ft=!0);for(let D=0;D<Rt.length;D++){let lt=Rt[D],ot=null;if(f!==null)ot=f.getViewport(lt);else{let st=h.getViewSubImage(d,lt);ot=st.viewport,D===0&&(t.setRenderTargetTextures(v,st.colorTexture,st.depthStencilTexture),t.setRenderTarget(v))}let it=A[D];it===void 0&&(it=new pn,it.layers.enable(D),it.viewport=new Xe,A[D]=it),it.matrix.fromArray(lt.transform.matrix),it.matrix.decompose(it.position,it.quaternion,it.scale),it.projectionMatrix.fromArray(lt.projectionMatrix),it.projectionMatrixInverse.copy(it.projectionMatrix).invert(),it.viewport.set(ot.x,ot.y,ot.width,ot.height),D===0&&(k.matrix.copy(it.matrix),k.matrix.decompose(k.position,k.quaternion,k.scale)),Ft===!0&&k.cameras.push(it)}let Tt=s.enabledFeatures;if(Tt&&Tt.includes("depth-sensing")&&s.depthUsage=="gpu-optimized"&&_){h=n.getBinding();let D=h.getDepthInformation(Rt[0]);D&&D.isValid&&D.texture&&m.init(D,s.renderState)}if(Tt&&Tt.includes("camera-access")&&_){t.state.unbindTexture(),h=n.getBinding();for(let D=0;D<Rt.length;D++){let lt=Rt[D].camera;if(lt){let ot=p[lt];ot||(ot=new qo,p[lt]=ot);let it=h.getCameraImage(lt);ot.sourceTexture=it}}}}for(let Rt=0;Rt<L.length;Rt++){let Ft=C[Rt],Tt=L[Rt];Ft!==null&&Tt!==void 0&&Tt.update(Ft,et,c||o)}vt&&vt(Q,et),et.detectedPlanes&&n.dispatchEvent({type:"planesdetected",data:et}),g=null}let te=new Sm;te.setAnimationLoop(Qt),this.setAnimationLoop=function(Q){vt=Q},this.dispose=function(){}}},nr=new ri,dS=new Ge;function fS(i,t){function e(m,p){m.matrixAutoUpdate===!0&&m.updateMatrix(),p.value.copy(m.matrix)}function n(m,p){p.color.getRGB(m.fogColor.value,zu(i)),p.isFog?(m.fogNear.value=p.near,m.fogFar.value=p.far):p.isFogExp2&&(m.fogDensity.value=p.density)}function s(m,p,T,E,v){p.isMeshBasicMaterial||p.isMeshLambertMaterial?r(m,p):p.isMeshToonMaterial?(r(m,p),h(m,p)):p.isMeshPhongMaterial?(r(m,p),u(m,p)):p.isMeshStandardMaterial?(r(m,p),d(m,p),p.isMeshPhysicalMaterial&&f(m,p,v)):p.isMeshMatcapMaterial?(r(m,p),g(m,p)):p.isMeshDepthMaterial?r(m,p):p.isMeshDistanceMaterial?(r(m,p),_(m,p)):p.isMeshNormalMaterial?r(m,p):p.isLineBasicMaterial?(o(m,p),p.isLineDashedMaterial&&a(m,p)):p.isPointsMaterial?l(m,p,T,E):p.isSpriteMaterial?c(m,p):p.isShadowMaterial?(m.color.value.copy(p.color),m.opacity.value=p.opacity):p.isShaderMaterial&&(p.uniformsNeedUpdate=!1)}function r(m,p){m.opacity.value=p.opacity,p.color&&m.diffuse.value.copy(p.color),p.emissive&&m.emissive.value.copy(p.emissive).multiplyScalar(p.emissiveIntensity),p.map&&(m.map.value=p.map,e(p.map,m.mapTransform)),p.alphaMap&&(m.alphaMap.value=p.alphaMap,e(p.alphaMap,m.alphaMapTransform)),p.bumpMap&&(m.bumpMap.value=p.bumpMap,e(p.bumpMap,m.bumpMapTransform),m.bumpScale.value=p.bumpScale,p.side===Ln&&(m.bumpScale.value*=-1)),p.normalMap&&(m.normalMap.value=p.normalMap,e(p.normalMap,m.normalMapTransform),m.normalScale.value.copy(p.normalScale),p.side===Ln&&m.normalScale.value.negate()),p.displacementMap&&(m.displacementMap.value=p.displacementMap,e(p.displacementMap,m.displacementMapTransform),m.displacementScale.value=p.displacementScale,m.displacementBias.value=p.displacementBias),p.emissiveMap&&(m.emissiveMap.value=p.emissiveMap,e(p.emissiveMap,m.emissiveMapTransform)),p.specularMap&&(m.specularMap.value=p.specularMap,e(p.specularMap,m.specularMapTransform)),p.alphaTest>0&&(m.alphaTest.value=p.alphaTest);let T=t.get(p),E=T.envMap,v=T.envMapRotation;E&&(m.envMap.value=E,nr.copy(v),nr.x*=-1,nr.y*=-1,nr.z*=-1,E.isCubeTexture&&E.isRenderTargetTexture===!1&&(nr.y*=-1,nr.z*=-1),m.envMapRotation.value.setFromMatrix4(dS.makeRotationFromEuler(nr)),m.flipEnvMap.value=E.isCubeTexture&&E.isRenderTargetTexture===!1?-1:1,m.reflectivity.value=p.reflectivity,m.ior.value=p.ior,m.refractionRatio.value=p.refractionRatio),p.lightMap&&(m.lightMap.value=p.lightMap,m.lightMapIntensity.value=p.lightMapIntensity,e(p.lightMap,m.lightMapTransform)),p.aoMap&&(m.aoMap.value=p.aoMap,m.aoMapIntensity.value=p.aoMapIntensity,e(p.aoMap,m.aoMapTransform))}function o(m,p){m.diffuse.value.copy(p.color),m.opacity.value=p.opacity,p.map&&(m.map.value=p.map,e(p.map,m.mapTransform))}function a(m,p){m.dashSize.value=p.dashSize,m.totalSize.value=p.dashSize+p.gapSize,m.scale.value=p.scale}function l(m,p,T,E){m.diffuse.value.copy(p.color),m.opacity.value=p.opacity,m.size.value=p.size*T,m.scale.value=E*.5,p.map&&(m.map.value=p.map,e(p.map,m.uvTransform)),p.alphaMap&&(m.alphaMap.value=p.alphaMap,e(p.alphaMap,m.alphaMapTransform)),p.alphaTest>0&&(m.alphaTest.value=p.alphaTest)}function c(m,p){m.diffuse.value.copy(p.color),m.opacity.value=p.opacity,m.rotation.value=p.rotation,p.map&&(m.map.value=p.map,e(p.map,m.mapTransform)),p.alphaMap&&(m.alphaMap.value=p.alphaMap,e(p.alphaMap,m.alphaMapTransform)),p.alphaTest>0&&(m.alphaTest.value=p.alphaTest)}function u(m,p){m.specular.value.copy(p.specular),m.shininess.value=Math.max(p.shininess,1e-4)}function h(m,p){p.gradientMap&&(m.gradientMap.value=p.gradientMap)}function d(m,p){m.metalness.value=p.metalness,p.metalnessMap&&(m.metalnessMap.value=p.metalnessMap,e(p.metalnessMap,m.metalnessMapTransform)),m.roughness.value=p.roughness,p.roughnessMap&&(m.roughnessMap.value=p.roughnessMap,e(p.roughnessMap,m.roughnessMapTransform)),p.envMap&&(m.envMapIntensity.value=p.envMapIntensity)}function f(m,p,T){m.ior.value=p.ior,p.sheen>0&&(m.sheenColor.value.copy(p.sheenColor).multiplyScalar(p.sheen),m.sheenRoughness.value=p.sheenRoughness,p.sheenColorMap&&(m.sheenColorMap.value=p.sheenColorMap,e(p.sheenColorMap,m.sheenColorMapTransform)),p.sheenRoughnessMap&&(m.sheenRoughnessMap.value=p.sheenRoughnessMap,e(p.sheenRoughnessMap,m.sheenRoughnessMapTransform))),p.clearcoat>0&&(m.clearcoat.value=p.clearcoat,m.clearcoatRoughness.value=p.clearcoatRoughness,p.clearcoatMap&&(m.clearcoatMap.value=p.clearcoatMap,e(p.clearcoatMap,m.clearcoatMapTransform)),p.clearcoatRoughnessMap&&(m.clearcoatRoughnessMap.value=p.clearcoatRoughnessMap,e(p.clearcoatRoughnessMap,m.clearcoatRoughnessMapTransform)),p.clearcoatNormalMap&&(m.clearcoatNormalMap.value=p.clearcoatNormalMap,e(p.clearcoatNormalMap,m.clearcoatNormalMapTransform),m.clearcoatNormalScale.value.copy(p.clearcoatNormalScale),p.side===Ln&&m.clearcoatNormalScale.value.negate())),p.dispersion>0&&(m.dispersion.value=p.dispersion),p.iridescence>0&&(m.iridescence.value=p.iridescence,m.iridescenceIOR.value=p.iridescenceIOR,m.iridescenceThicknessMinimum.value=p.iridescenceThicknessRange[0],m.iridescenceThicknessMaximum.value=p.iridescenceThicknessRange[1],p.iridescenceMap&&(m.iridescenceMap.value=p.iridescenceMap,e(p.iridescenceMap,m.iridescenceMapTransform)),p.iridescenceThicknessMap&&(m.iridescenceThicknessMap.value=p.iridescenceThicknessMap,e(p.iridescenceThicknessMap,m.iridescenceThicknessMapTransform))),p.transmission>0&&(m.transmission.value=p.transmission,m.transmissionSamplerMap.value=T.texture,m.transmissionSamplerSize.value.set(T.width,T.height),p.transmissionMap&&(m.transmissionMap.value=p.transmissionMap,e(p.transmissionMap,m.transmissionMapTransform)),m.thickness.value=p.thickness,p.thicknessMap&&(m.thicknessMap.value=p.thicknessMap,e(p.thicknessMap,m.thicknessMapTransform)),m.attenuationDistance.value=p.attenuationDistance,m.attenuationColor.value.copy(p.attenuationColor)),p.anisotropy>0&&(m.anisotropyVector.value.set(p.anisotropy*Math.cos(p.anisotropyRotation),p.anisotropy*Math.sin(p.anisotropyRotation)),p.anisotropyMap&&(m.anisotropyMap.value=p.anisotropyMap,e(p.anisotropyMap,m.anisotropyMapTransform))),m.specularIntensity.value=p.specularIntensity,m.specularColor.value.copy(p.specularColor),p.specularColorMap&&(m.specularColorMap.value=p.specularColorMap,e(p.specularColorMap,m.specularColorMapTransform)),p.specularIntensityMap&&(m.specularIntensityMap.value=p.specularIntensityMap,e(p.specularIntensityMap,m.specularIntensityMapTransform))}function g(m,p){p.matcap&&(m.matcap.value=p.matcap)}function _(m,p){let T=t.get(p).light;m.referencePosition.value.setFromMatrixPosition(T.matrixWorld),m.nearDistance.value=T.shadow.camera.near,m.farDistance.value=T.shadow.camera.far}return{refreshFogUniforms:n,refreshMaterialUniforms:s}}function pS(i,t,e,n){let s={},r={},o=[],a=i.getParameter(i.MAX_UNIFORM_BUFFER_BINDINGS);function l(T,E){let v=E.program;n.uniformBlockBinding(T,v)}function c(T,E){let v=s[T.id];v===void 0&&(g(T),v=u(T),s[T.id]=v,T.addEventListener("dispose",m));let L=E.program;n.updateUBOMapping(T,L);let C=t.render.frame;r[T.id]!==C&&(d(T),r[T.id]=C)}function u(T){let E=h();T.__bindingPointIndex=E;let v=i.createBuffer(),L=T.__size,C=T.usage;return i.bindBuffer(i.UNIFORM_BUFFER,v),i.bufferData(i.UNIFORM_BUFFER,L,C),i.bindBuffer(i.UNIFORM_BUFFER,null),i.bindBufferBase(i.UNIFORM_BUFFER,E,v),v}function h(){for(let T=0;T<a;T++)if(o.indexOf(T)===-1)return o.push(T),T;return console.error("THREE.WebGLRenderer: Maximum number of simultaneously usable uniforms groups reached."),0}function d(T){let E=s[T.id],v=T.uniforms,L=T.__cache;i.bindBuffer(i.UNIFORM_BUFFER,E);for(let C=0,U=v.length;C<U;C++){let O=Array.isArray(v[C])?v[C]:[v[C]];for(let w=0,b=O.length;w<b;w++){let A=O[w];if(f(A,C,w,L)===!0){let k=A.__offset,V=Array.isArray(A.value)?A.value:[A.value],X=0;for(let G=0;G<V.length;G++){let q=V[G],$=_(q);typeof q=="number"||typeof q=="boolean"?(A.__data[0]=q,i.bufferSubData(i.UNIFORM_BUFFER,k+X,A.__data)):q.isMatrix3?(A.__data[0]=q.elements[0],A.__data[1]=q.elements[1],A.__data[2]=q.elements[2],A.__data[3]=0,A.__data[4]=q.elements[3],A.__data[5]=q.elements[4],A.__data[6]=q.elements[5],A.__data[7]=0,A.__data[8]=q.elements[6],A.__data[9]=q.elements[7],A.__data[10]=q.elements[8],A.__data[11]=0):(q.toArray(A.__data,X),X+=$.storage/Float32Array.BYTES_PER_ELEMENT)}i.bufferSubData(i.UNIFORM_BUFFER,k,A.__data)}}}i.bindBuffer(i.UNIFORM_BUFFER,null)}function f(T,E,v,L){let C=T.value,U=E+"_"+v;if(L[U]===void 0)return typeof C=="number"||typeof C=="boolean"?L[U]=C:L[U]=C.clone(),!0;{let O=L[U];if(typeof C=="number"||typeof C=="boolean"){if(O!==C)return L[U]=C,!0}else if(O.equals(C)===!1)return O.copy(C),!0}return!1}function g(T){let E=T.uniforms,v=0,L=16;for(let U=0,O=E.length;U<O;U++){let w=Array.isArray(E[U])?E[U]:[E[U]];for(let b=0,A=w.length;b<A;b++){let k=w[b],V=Array.isArray(k.value)?k.value:[k.value];for(let X=0,G=V.length;X<G;X++){let q=V[X],$=_(q),j=v%L,ct=j%$.boundary,ut=j+ct;v+=ct,ut!==0&&L-ut<$.storage&&(v+=L-ut),k.__data=new Float32Array($.storage/Float32Array.BYTES_PER_ELEMENT),k.__offset=v,v+=$.storage}}}let C=v%L;return C>0&&(v+=L-C),T.__size=v,T.__cache={},this}function _(T){let E={boundary:0,storage:0};return typeof T=="number"||typeof T=="boolean"?(E.boundary=4,E.storage=4):T.isVector2?(E.boundary=8,E.storage=8):T.isVector3||T.isColor?(E.boundary=16,E.storage=12):T.isVector4?(E.boundary=16,E.storage=16):T.isMatrix3?(E.boundary=48,E.storage=48):T.isMatrix4?(E.boundary=64,E.storage=64):T.isTexture?console.warn("THREE.WebGLRenderer: Texture samplers can not be part of an uniforms group."):console.warn("THREE.WebGLRenderer: Unsupported uniform value type.",T),E}function m(T){let E=T.target;E.removeEventListener("dispose",m);let v=o.indexOf(E.__bindingPointIndex);o.splice(v,1),i.deleteBuffer(s[E.id]),delete s[E.id],delete r[E.id]}function p(){for(let T in s)i.deleteBuffer(s[T]);o=[],s={},r={}}return{bind:l,update:c,dispose:p}}var zc=class{constructor(t={}){let{canvas:e=Xp(),context:n=null,depth:s=!0,stencil:r=!1,alpha:o=!1,antialias:a=!1,premultipliedAlpha:l=!0,preserveDrawingBuffer:c=!1,powerPreference:u="default",failIfMajorPerformanceCaveat:h=!1,reversedDepthBuffer:d=!1}=t;this.isWebGLRenderer=!0;let f;if(n!==null){if(typeof WebGLRenderingContext<"u"&&n instanceof WebGLRenderingContext)throw new Error("THREE.WebGLRenderer: WebGL 1 is not supported since r163.");f=n.getContextAttributes().alpha}else f=o;let g=new Uint32Array(4),_=new Int32Array(4),m=null,p=null,T=[],E=[];this.domElement=e,this.debug={checkShaderErrors:!0,onShaderError:null},this.autoClear=!0,this.autoClearColor=!0,this.autoClearDepth=!0,this.autoClearStencil=!0,this.sortObjects=!0,this.clippingPlanes=[],this.localClippingEnabled=!1,this.toneMapping=Qi,this.toneMappingExposure=1,this.transmissionResolutionScale=1;let v=this,L=!1;this._outputColorSpace=Xn;let C=0,U=0,O=null,w=-1,b=null,A=new Xe,k=new Xe,V=null,X=new ie(0),G=0,q=e.width,$=e.height,j=1,ct=null,ut=null,xt=new Xe(0,0,q,$),At=new Xe(0,0,q,$),vt=!1,Qt=new Hr,te=!1,Q=!1,et=new Ge,Rt=new N,Ft=new Xe,Tt={background:null,fog:null,environment:null,overrideMaterial:null,isScene:!0},se=!1;function fe(){return O===null?j:1}let D=n;function lt(S,H){return e.getContext(S,H)}try{let S={alpha:!0,depth:s,stencil:r,antialias:a,premultipliedAlpha:l,preserveDrawingBuffer:c,powerPreference:u,failIfMajorPerformanceCaveat:h};if("setAttribute"in e&&e.setAttribute("data-engine",`three.js r${"180"}`),e.addEventListener("webglcontextlost",Mt,!1),e.addEventListener("webglcontextrestored",kt,!1),e.addEventListener("webglcontextcreationerror",gt,!1),D===null){let H="webgl2";if(D=lt(H,S),D===null)throw lt(H)?new Error("Error creating WebGL context with your selected attributes."):new Error("Error creating WebGL context.")}}catch(S){throw console.error("THREE.WebGLRenderer: "+S.message),S}let ot,it,st,Et,dt,pt,jt,Zt,R,x,F,Y,nt,tt,Bt,mt,Ot,Lt,ht,wt,Xt,Gt,Ct,ne;function B(){ot=new LM(D),ot.init(),Gt=new cS(D,ot),it=new EM(D,ot,t,Gt),st=new aS(D,ot),it.reversedDepthBuffer&&d&&st.buffers.depth.setReversed(!0),Et=new UM(D),dt=new Zb,pt=new lS(D,ot,st,dt,it,Gt,Et),jt=new AM(v),Zt=new IM(v),R=new Vy(D),Ct=new SM(D,R),x=new DM(D,R,Et,Ct),F=new OM(D,x,R,Et),ht=new FM(D,it,pt),mt=new TM(dt),Y=new Yb(v,jt,Zt,ot,it,Ct,mt),nt=new fS(v,dt),tt=new Kb,Bt=new nS(ot),Lt=new bM(v,jt,Zt,st,F,f,l),Ot=new rS(v,F,it),ne=new pS(D,Et,it,st),wt=new wM(D,ot,Et),Xt=new NM(D,ot,Et),Et.programs=Y.programs,v.capabilities=it,v.extensions=ot,v.properties=dt,v.renderLists=tt,v.shadowMap=Ot,v.state=st,v.info=Et}B();let _t=new sd(v,D);this.xr=_t,this.getContext=function(){return D},this.getContextAttributes=function(){return D.getContextAttributes()},this.forceContextLoss=function(){let S=ot.get("WEBGL_lose_context");S&&S.loseContext()},this.forceContextRestore=function(){let S=ot.get("WEBGL_lose_context");S&&S.restoreContext()},this.getPixelRatio=function(){return j},this.setPixelRatio=function(S){S!==void 0&&(j=S,this.setSize(q,$,!1))},this.getSize=function(S){return S.set(q,$)},this.setSize=function(S,H,J=!0){if(_t.isPresenting){console.warn("THREE.WebGLRenderer: Can't change size while VR device is presenting.");return}q=S,$=H,e.width=Math.floor(S*j),e.height=Math.floor(H*j),J===!0&&(e.style.width=S+"px",e.style.height=H+"px"),this.setViewport(0,0,S,H)},this.getDrawingBufferSize=function(S){return S.set(q*j,$*j).floor()},this.setDrawingBufferSize=function(S,H,J){q=S,$=H,j=J,e.width=Math.floor(S*J),e.height=Math.floor(H*J),this.setViewport(0,0,S,H)},this.getCurrentViewport=function(S){return S.copy(A)},this.getViewport=function(S){return S.copy(xt)},this.setViewport=function(S,H,J,K){S.isVector4?xt.set(S.x,S.y,S.z,S.w):xt.set(S,H,J,K),st.viewport(A.copy(xt).multiplyScalar(j).round())},this.getScissor=function(S){return S.copy(At)},this.setScissor=function(S,H,J,K){S.isVector4?At.set(S.x,S.y,S.z,S.w):At.set(S,H,J,K),st.scissor(k.copy(At).multiplyScalar(j).round())},this.getScissorTest=function(){return vt},this.setScissorTest=function(S){st.setScissorTest(vt=S)},this.setOpaqueSort=function(S){ct=S},this.setTransparentSort=function(S){ut=S},this.getClearColor=function(S){return S.copy(Lt.getClearColor())},this.setClearColor=function(){Lt.setClearColor(...arguments)},this.getClearAlpha=function(){return Lt.getClearAlpha()},this.setClearAlpha=function(){Lt.setClearAlpha(...arguments)},this.clear=function(S=!0,H=!0,J=!0){let K=0;if(S){let W=!1;if(O!==null){let yt=O.texture.format;W=yt===oc||yt===rc||yt===sc}if(W){let yt=O.texture.type,Pt=yt===Mi||yt===Ts||yt===Zr||yt===Kr||yt===nc||yt===ic,zt=Lt.getClearColor(),Dt=Lt.getClearAlpha(),Kt=zt.r,Jt=zt.g,qt=zt.b;Pt?(g[0]=Kt,g[1]=Jt,g[2]=qt,g[3]=Dt,D.clearBufferuiv(D.COLOR,0,g)):(_[0]=Kt,_[1]=Jt,_[2]=qt,_[3]=Dt,D.clearBufferiv(D.COLOR,0,_))}else K|=D.COLOR_BUFFER_BIT}H&&(K|=D.DEPTH_BUFFER_BIT),J&&(K|=D.STENCIL_BUFFER_BIT,this.state.buffers.stencil.setMask(4294967295)),D.clear(K)},this.clearColor=function(){this.clear(!0,!1,!1)},this.clearDepth=function(){this.clear(!1,!0,!1)},this.clearStencil=function(){this.clear(!1,!1,!0)},this.dispose=function(){e.removeEventListener("webglcontextlost",Mt,!1),e.removeEventListener("webglcontextrestored",kt,!1),e.removeEventListener("webglcontextcreationerror",gt,!1),Lt.dispose(),tt.dispose(),Bt.dispose(),dt.dispose(),jt.dispose(),Zt.dispose(),F.dispose(),Ct.dispose(),ne.dispose(),Y.dispose(),_t.dispose(),_t.removeEventListener("sessionstart",Pe),_t.removeEventListener("sessionend",kn),Un.stop()};function Mt(S){S.preventDefault(),console.log("THREE.WebGLRenderer: Context Lost."),L=!0}function kt(){console.log("THREE.WebGLRenderer: Context Restored."),L=!1;let S=Et.autoReset,H=Ot.enabled,J=Ot.autoUpdate,K=Ot.needsUpdate,W=Ot.type;B(),Et.autoReset=S,Ot.enabled=H,Ot.autoUpdate=J,Ot.needsUpdate=K,Ot.type=W}function gt(S){console.error("THREE.WebGLRenderer: A WebGL context could not be created. Reason: ",S.statusMessage)}function at(S){let H=S.target;H.removeEventListener("dispose",at),Ht(H)}function Ht(S){re(S),dt.remove(S)}function re(S){let H=dt.get(S).programs;H!==void 0&&(H.forEach(function(J){Y.releaseProgram(J)}),S.isShaderMaterial&&Y.releaseShaderCache(S))}this.renderBufferDirect=function(S,H,J,K,W,yt){H===null&&(H=Tt);let Pt=W.isMesh&&W.matrixWorld.determinant()<0,zt=zi(S,H,J,K,W);st.setMaterial(K,Pt);let Dt=J.index,Kt=1;if(K.wireframe===!0){if(Dt=x.getWireframeAttribute(J),Dt===void 0)return;Kt=2}let Jt=J.drawRange,qt=J.attributes.position,ce=Jt.start*Kt,xe=(Jt.start+Jt.count)*Kt;yt!==null&&(ce=Math.max(ce,yt.start*Kt),xe=Math.min(xe,(yt.start+yt.count)*Kt)),Dt!==null?(ce=Math.max(ce,0),xe=Math.min(xe,Dt.count)):qt!=null&&(ce=Math.max(ce,0),xe=Math.min(xe,qt.count));let De=xe-ce;if(De<0||De===1/0)return;Ct.setup(W,K,zt,J,Dt);let Ee,ae=wt;if(Dt!==null&&(Ee=R.get(Dt),ae=Xt,ae.setIndex(Ee)),W.isMesh)K.wireframe===!0?(st.setLineWidth(K.wireframeLinewidth*fe()),ae.setMode(D.LINES)):ae.setMode(D.TRIANGLES);else if(W.isLine){let $t=K.linewidth;$t===void 0&&($t=1),st.setLineWidth($t*fe()),W.isLineSegments?ae.setMode(D.LINES):W.isLineLoop?ae.setMode(D.LINE_LOOP):ae.setMode(D.LINE_STRIP)}else W.isPoints?ae.setMode(D.POINTS):W.isSprite&&ae.setMode(D.TRIANGLES);if(W.isBatchedMesh)if(W._multiDrawInstances!==null)Br("THREE.WebGLRenderer: renderMultiDrawInstances has been deprecated and will be removed in r184. Append to renderMultiDraw arguments and use indirection."),ae.renderMultiDrawInstances(W._multiDrawStarts,W._multiDrawCounts,W._multiDrawCount,W._multiDrawInstances);else if(ot.get("WEBGL_multi_draw"))ae.renderMultiDraw(W._multiDrawStarts,W._multiDrawCounts,W._multiDrawCount);else{let $t=W._multiDrawStarts,Ne=W._multiDrawCounts,pe=W._multiDrawCount,yn=Dt?R.get(Dt).bytesPerElement:1,is=dt.get(K).currentProgram.getUniforms();for(let wn=0;wn<pe;wn++)is.setValue(D,"_gl_DrawID",wn),ae.render($t[wn]/yn,Ne[wn])}else if(W.isInstancedMesh)ae.renderInstances(ce,De,W.count);else if(J.isInstancedBufferGeometry){let $t=J._maxInstanceCount!==void 0?J._maxInstanceCount:1/0,Ne=Math.min(J.instanceCount,$t);ae.renderInstances(ce,De,Ne)}else ae.render(ce,De)};function Ae(S,H,J){S.transparent===!0&&S.side===Ni&&S.forceSinglePass===!1?(S.side=Ln,S.needsUpdate=!0,Is(S,H,J),S.side=Zi,S.needsUpdate=!0,Is(S,H,J),S.side=Ni):Is(S,H,J)}this.compile=function(S,H,J=null){J===null&&(J=S),p=Bt.get(J),p.init(H),E.push(p),J.traverseVisible(function(W){W.isLight&&W.layers.test(H.layers)&&(p.pushLight(W),W.castShadow&&p.pushShadow(W))}),S!==J&&S.traverseVisible(function(W){W.isLight&&W.layers.test(H.layers)&&(p.pushLight(W),W.castShadow&&p.pushShadow(W))}),p.setupLights();let K=new Set;return S.traverse(function(W){if(!(W.isMesh||W.isPoints||W.isLine||W.isSprite))return;let yt=W.material;if(yt)if(Array.isArray(yt))for(let Pt=0;Pt<yt.length;Pt++){let zt=yt[Pt];Ae(zt,J,W),K.add(zt)}else Ae(yt,J,W),K.add(yt)}),p=E.pop(),K},this.compileAsync=function(S,H,J=null){let K=this.compile(S,H,J);return new Promise(W=>{function yt(){if(K.forEach(function(Pt){dt.get(Pt).currentProgram.isReady()&&K.delete(Pt)}),K.size===0){W(S);return}setTimeout(yt,10)}ot.get("KHR_parallel_shader_compile")!==null?yt():setTimeout(yt,10)})};let ye=null;function mn(S){ye&&ye(S)}function Pe(){Un.stop()}function kn(){Un.start()}let Un=new Sm;Un.setAnimationLoop(mn),typeof self<"u"&&Un.setContext(self),this.setAnimationLoop=function(S){ye=S,_t.setAnimationLoop(S),S===null?Un.stop():Un.start()},_t.addEventListener("sessionstart",Pe),_t.addEventListener("sessionend",kn),this.render=function(S,H){if(H!==void 0&&H.isCamera!==!0){console.error("THREE.WebGLRenderer.render: camera is not an instance of THREE.Camera.");return}if(L===!0)return;if(S.matrixWorldAutoUpdate===!0&&S.updateMatrixWorld(),H.parent===null&&H.matrixWorldAutoUpdate===!0&&H.updateMatrixWorld(),_t.enabled===!0&&_t.isPresenting===!0&&(_t.cameraAutoUpdate===!0&&_t.updateCamera(H),H=_t.getCamera()),S.isScene===!0&&S.onBeforeRender(v,S,H,O),p=Bt.get(S,E.length),p.init(H),E.push(p),et.multiplyMatrices(H.projectionMatrix,H.matrixWorldInverse),Qt.setFromProjectionMatrix(et,_i,H.reversedDepth),Q=this.localClippingEnabled,te=mt.init(this.clippingPlanes,Q),m=tt.get(S,T.length),m.init(),T.push(m),_t.enabled===!0&&_t.isPresenting===!0){let yt=v.xr.getDepthSensingMesh();yt!==null&&Ei(yt,H,-1/0,v.sortObjects)}Ei(S,H,0,v.sortObjects),m.finish(),v.sortObjects===!0&&m.sort(ct,ut),se=_t.enabled===!1||_t.isPresenting===!1||_t.hasDepthSensing()===!1,se&&Lt.addToRenderList(m,S),this.info.render.frame++,te===!0&&mt.beginShadows();let J=p.state.shadowsArray;Ot.render(J,S,H),te===!0&&mt.endShadows(),this.info.autoReset===!0&&this.info.reset();let K=m.opaque,W=m.transmissive;if(p.setupLights(),H.isArrayCamera){let yt=H.cameras;if(W.length>0)for(let Pt=0,zt=yt.length;Pt<zt;Pt++){let Dt=yt[Pt];ki(K,W,S,Dt)}se&&Lt.render(S);for(let Pt=0,zt=yt.length;Pt<zt;Pt++){let Dt=yt[Pt];Sn(m,S,Dt,Dt.viewport)}}else W.length>0&&ki(K,W,S,H),se&&Lt.render(S),Sn(m,S,H);O!==null&&U===0&&(pt.updateMultisampleRenderTarget(O),pt.updateRenderTargetMipmap(O)),S.isScene===!0&&S.onAfterRender(v,S,H),Ct.resetDefaultState(),w=-1,b=null,E.pop(),E.length>0?(p=E[E.length-1],te===!0&&mt.setGlobalState(v.clippingPlanes,p.state.camera)):p=null,T.pop(),T.length>0?m=T[T.length-1]:m=null};function Ei(S,H,J,K){if(S.visible===!1)return;if(S.layers.test(H.layers)){if(S.isGroup)J=S.renderOrder;else if(S.isLOD)S.autoUpdate===!0&&S.update(H);else if(S.isLight)p.pushLight(S),S.castShadow&&p.pushShadow(S);else if(S.isSprite){if(!S.frustumCulled||Qt.intersectsSprite(S)){K&&Ft.setFromMatrixPosition(S.matrixWorld).applyMatrix4(et);let Pt=F.update(S),zt=S.material;zt.visible&&m.push(S,Pt,zt,J,Ft.z,null)}}else if((S.isMesh||S.isLine||S.isPoints)&&(!S.frustumCulled||Qt.intersectsObject(S))){let Pt=F.update(S),zt=S.material;if(K&&(S.boundingSphere!==void 0?(S.boundingSphere===null&&S.computeBoundingSphere(),Ft.copy(S.boundingSphere.center)):(Pt.boundingSphere===null&&Pt.computeBoundingSphere(),Ft.copy(Pt.boundingSphere.center)),Ft.applyMatrix4(S.matrixWorld).applyMatrix4(et)),Array.isArray(zt)){let Dt=Pt.groups;for(let Kt=0,Jt=Dt.length;Kt<Jt;Kt++){let qt=Dt[Kt],ce=zt[qt.materialIndex];ce&&ce.visible&&m.push(S,Pt,ce,J,Ft.z,qt)}}else zt.visible&&m.push(S,Pt,zt,J,Ft.z,null)}}let yt=S.children;for(let Pt=0,zt=yt.length;Pt<zt;Pt++)Ei(yt[Pt],H,J,K)}function Sn(S,H,J,K){let W=S.opaque,yt=S.transmissive,Pt=S.transparent;p.setupLightsView(J),te===!0&&mt.setGlobalState(v.clippingPlanes,J),K&&st.viewport(A.copy(K)),W.length>0&&hi(W,H,J),yt.length>0&&hi(yt,H,J),Pt.length>0&&hi(Pt,H,J),st.buffers.depth.setTest(!0),st.buffers.depth.setMask(!0),st.buffers.color.setMask(!0),st.setPolygonOffset(!1)}function ki(S,H,J,K){if((J.isScene===!0?J.overrideMaterial:null)!==null)return;p.state.transmissionRenderTarget[K.id]===void 0&&(p.state.transmissionRenderTarget[K.id]=new Li(1,1,{generateMipmaps:!0,type:ot.has("EXT_color_buffer_half_float")||ot.has("EXT_color_buffer_float")?$r:Mi,minFilter:Es,samples:4,stencilBuffer:r,resolveDepthBuffer:!1,resolveStencilBuffer:!1,colorSpace:ge.workingColorSpace}));let yt=p.state.transmissionRenderTarget[K.id],Pt=K.viewport||A;yt.setSize(Pt.z*v.transmissionResolutionScale,Pt.w*v.transmissionResolutionScale);let zt=v.getRenderTarget(),Dt=v.getActiveCubeFace(),Kt=v.getActiveMipmapLevel();v.setRenderTarget(yt),v.getClearColor(X),G=v.getClearAlpha(),G<1&&v.setClearColor(16777215,.5),v.clear(),se&&Lt.render(J);let Jt=v.toneMapping;v.toneMapping=Qi;let qt=K.viewport;if(K.viewport!==void 0&&(K.viewport=void 0),p.setupLightsView(K),te===!0&&mt.setGlobalState(v.clippingPlanes,K),hi(S,J,K),pt.updateMultisampleRenderTarget(yt),pt.updateRenderTargetMipmap(yt),ot.has("WEBGL_multisampled_render_to_texture")===!1){let ce=!1;for(let xe=0,De=H.length;xe<De;xe++){let Ee=H[xe],ae=Ee.object,$t=Ee.geometry,Ne=Ee.material,pe=Ee.group;if(Ne.side===Ni&&ae.layers.test(K.layers)){let yn=Ne.side;Ne.side=Ln,Ne.needsUpdate=!0,_o(ae,J,K,$t,Ne,pe),Ne.side=yn,Ne.needsUpdate=!0,ce=!0}}ce===!0&&(pt.updateMultisampleRenderTarget(yt),pt.updateRenderTargetMipmap(yt))}v.setRenderTarget(zt,Dt,Kt),v.setClearColor(X,G),qt!==void 0&&(K.viewport=qt),v.toneMapping=Jt}function hi(S,H,J){let K=H.isScene===!0?H.overrideMaterial:null;for(let W=0,yt=S.length;W<yt;W++){let Pt=S[W],zt=Pt.object,Dt=Pt.geometry,Kt=Pt.group,Jt=Pt.material;Jt.allowOverride===!0&&K!==null&&(Jt=K),zt.layers.test(J.layers)&&_o(zt,H,J,Dt,Jt,Kt)}}function _o(S,H,J,K,W,yt){S.onBeforeRender(v,H,J,K,W,yt),S.modelViewMatrix.multiplyMatrices(J.matrixWorldInverse,S.matrixWorld),S.normalMatrix.getNormalMatrix(S.modelViewMatrix),W.onBeforeRender(v,H,J,K,S,yt),W.transparent===!0&&W.side===Ni&&W.forceSinglePass===!1?(W.side=Ln,W.needsUpdate=!0,v.renderBufferDirect(J,H,K,W,S,yt),W.side=Zi,W.needsUpdate=!0,v.renderBufferDirect(J,H,K,W,S,yt),W.side=Ni):v.renderBufferDirect(J,H,K,W,S,yt),S.onAfterRender(v,H,J,K,W,yt)}function Is(S,H,J){H.isScene!==!0&&(H=Tt);let K=dt.get(S),W=p.state.lights,yt=p.state.shadowsArray,Pt=W.state.version,zt=Y.getParameters(S,W.state,yt,H,J),Dt=Y.getProgramCacheKey(zt),Kt=K.programs;K.environment=S.isMeshStandardMaterial?H.environment:null,K.fog=H.fog,K.envMap=(S.isMeshStandardMaterial?Zt:jt).get(S.envMap||K.environment),K.envMapRotation=K.environment!==null&&S.envMap===null?H.environmentRotation:S.envMapRotation,Kt===void 0&&(S.addEventListener("dispose",at),Kt=new Map,K.programs=Kt);let Jt=Kt.get(Dt);if(Jt!==void 0){if(K.currentProgram===Jt&&K.lightsStateVersion===Pt)return Na(S,zt),Jt}else zt.uniforms=Y.getUniforms(S),S.onBeforeCompile(zt,v),Jt=Y.acquireProgram(zt,Dt),Kt.set(Dt,Jt),K.uniforms=zt.uniforms;let qt=K.uniforms;return(!S.isShaderMaterial&&!S.isRawShaderMaterial||S.clipping===!0)&&(qt.clippingPlanes=mt.uniform),Na(S,zt),K.needsLights=Ls(S),K.lightsStateVersion=Pt,K.needsLights&&(qt.ambientLightColor.value=W.state.ambient,qt.lightProbe.value=W.state.probe,qt.directionalLights.value=W.state.directional,qt.directionalLightShadows.value=W.state.directionalShadow,qt.spotLights.value=W.state.spot,qt.spotLightShadows.value=W.state.spotShadow,qt.rectAreaLights.value=W.state.rectArea,qt.ltc_1.value=W.state.rectAreaLTC1,qt.ltc_2.value=W.state.rectAreaLTC2,qt.pointLights.value=W.state.point,qt.pointLightShadows.value=W.state.pointShadow,qt.hemisphereLights.value=W.state.hemi,qt.directionalShadowMap.value=W.state.directionalShadowMap,qt.directionalShadowMatrix.value=W.state.directionalShadowMatrix,qt.spotShadowMap.value=W.state.spotShadowMap,qt.spotLightMatrix.value=W.state.spotLightMatrix,qt.spotLightMap.value=W.state.spotLightMap,qt.pointShadowMap.value=W.state.pointShadowMap,qt.pointShadowMatrix.value=W.state.pointShadowMatrix),K.currentProgram=Jt,K.uniformsList=null,Jt}function Da(S){if(S.uniformsList===null){let H=S.currentProgram.getUniforms();S.uniformsList=to.seqWithValue(H.seq,S.uniforms)}return S.uniformsList}function Na(S,H){let J=dt.get(S);J.outputColorSpace=H.outputColorSpace,J.batching=H.batching,J.batchingColor=H.batchingColor,J.instancing=H.instancing,J.instancingColor=H.instancingColor,J.instancingMorph=H.instancingMorph,J.skinning=H.skinning,J.morphTargets=H.morphTargets,J.morphNormals=H.morphNormals,J.morphColors=H.morphColors,J.morphTargetsCount=H.morphTargetsCount,J.numClippingPlanes=H.numClippingPlanes,J.numIntersection=H.numClipIntersection,J.vertexAlphas=H.vertexAlphas,J.vertexTangents=H.vertexTangents,J.toneMapping=H.toneMapping}function zi(S,H,J,K,W){H.isScene!==!0&&(H=Tt),pt.resetTextureUnits();let yt=H.fog,Pt=K.isMeshStandardMaterial?H.environment:null,zt=O===null?v.outputColorSpace:O.isXRRenderTarget===!0?O.texture.colorSpace:Xs,Dt=(K.isMeshStandardMaterial?Zt:jt).get(K.envMap||Pt),Kt=K.vertexColors===!0&&!!J.attributes.color&&J.attributes.color.itemSize===4,Jt=!!J.attributes.tangent&&(!!K.normalMap||K.anisotropy>0),qt=!!J.morphAttributes.position,ce=!!J.morphAttributes.normal,xe=!!J.morphAttributes.color,De=Qi;K.toneMapped&&(O===null||O.isXRRenderTarget===!0)&&(De=v.toneMapping);let Ee=J.morphAttributes.position||J.morphAttributes.normal||J.morphAttributes.color,ae=Ee!==void 0?Ee.length:0,$t=dt.get(K),Ne=p.state.lights;if(te===!0&&(Q===!0||S!==b)){let an=S===b&&K.id===w;mt.setState(K,S,an)}let pe=!1;K.version===$t.__version?($t.needsLights&&$t.lightsStateVersion!==Ne.state.version||$t.outputColorSpace!==zt||W.isBatchedMesh&&$t.batching===!1||!W.isBatchedMesh&&$t.batching===!0||W.isBatchedMesh&&$t.batchingColor===!0&&W.colorTexture===null||W.isBatchedMesh&&$t.batchingColor===!1&&W.colorTexture!==null||W.isInstancedMesh&&$t.instancing===!1||!W.isInstancedMesh&&$t.instancing===!0||W.isSkinnedMesh&&$t.skinning===!1||!W.isSkinnedMesh&&$t.skinning===!0||W.isInstancedMesh&&$t.instancingColor===!0&&W.instanceColor===null||W.isInstancedMesh&&$t.instancingColor===!1&&W.instanceColor!==null||W.isInstancedMesh&&$t.instancingMorph===!0&&W.morphTexture===null||W.isInstancedMesh&&$t.instancingMorph===!1&&W.morphTexture!==null||$t.envMap!==Dt||K.fog===!0&&$t.fog!==yt||$t.numClippingPlanes!==void 0&&($t.numClippingPlanes!==mt.numPlanes||$t.numIntersection!==mt.numIntersection)||$t.vertexAlphas!==Kt||$t.vertexTangents!==Jt||$t.morphTargets!==qt||$t.morphNormals!==ce||$t.morphColors!==xe||$t.toneMapping!==De||$t.morphTargetsCount!==ae)&&(pe=!0):(pe=!0,$t.__version=K.version);let yn=$t.currentProgram;pe===!0&&(yn=Is(K,H,W));let is=!1,wn=!1,Ds=!1,Ue=yn.getUniforms(),En=$t.uniforms;if(st.useProgram(yn.program)&&(is=!0,wn=!0,Ds=!0),K.id!==w&&(w=K.id,wn=!0),is||b!==S){st.buffers.depth.getReversed()&&S.reversedDepth!==!0&&(S._reversedDepth=!0,S.updateProjectionMatrix()),Ue.setValue(D,"projectionMatrix",S.projectionMatrix),Ue.setValue(D,"viewMatrix",S.matrixWorldInverse);let ln=Ue.map.cameraPosition;ln!==void 0&&ln.setValue(D,Rt.setFromMatrixPosition(S.matrixWorld)),it.logarithmicDepthBuffer&&Ue.setValue(D,"logDepthBufFC",2/(Math.log(S.far+1)/Math.LN2)),(K.isMeshPhongMaterial||K.isMeshToonMaterial||K.isMeshLambertMaterial||K.isMeshBasicMaterial||K.isMeshStandardMaterial||K.isShaderMaterial)&&Ue.setValue(D,"isOrthographic",S.isOrthographicCamera===!0),b!==S&&(b=S,wn=!0,Ds=!0)}if(W.isSkinnedMesh){Ue.setOptional(D,W,"bindMatrix"),Ue.setOptional(D,W,"bindMatrixInverse");let an=W.skeleton;an&&(an.boneTexture===null&&an.computeBoneTexture(),Ue.setValue(D,"boneTexture",an.boneTexture,pt))}W.isBatchedMesh&&(Ue.setOptional(D,W,"batchingTexture"),Ue.setValue(D,"batchingTexture",W._matricesTexture,pt),Ue.setOptional(D,W,"batchingIdTexture"),Ue.setValue(D,"batchingIdTexture",W._indirectTexture,pt),Ue.setOptional(D,W,"batchingColorTexture"),W._colorsTexture!==null&&Ue.setValue(D,"batchingColorTexture",W._colorsTexture,pt));let Fn=J.morphAttributes;if((Fn.position!==void 0||Fn.normal!==void 0||Fn.color!==void 0)&&ht.update(W,J,yn),(wn||$t.receiveShadow!==W.receiveShadow)&&($t.receiveShadow=W.receiveShadow,Ue.setValue(D,"receiveShadow",W.receiveShadow)),K.isMeshGouraudMaterial&&K.envMap!==null&&(En.envMap.value=Dt,En.flipEnvMap.value=Dt.isCubeTexture&&Dt.isRenderTargetTexture===!1?-1:1),K.isMeshStandardMaterial&&K.envMap===null&&H.environment!==null&&(En.envMapIntensity.value=H.environmentIntensity),wn&&(Ue.setValue(D,"toneMappingExposure",v.toneMappingExposure),$t.needsLights&&Sh(En,Ds),yt&&K.fog===!0&&nt.refreshFogUniforms(En,yt),nt.refreshMaterialUniforms(En,K,j,$,p.state.transmissionRenderTarget[S.id]),to.upload(D,Da($t),En,pt)),K.isShaderMaterial&&K.uniformsNeedUpdate===!0&&(to.upload(D,Da($t),En,pt),K.uniformsNeedUpdate=!1),K.isSpriteMaterial&&Ue.setValue(D,"center",W.center),Ue.setValue(D,"modelViewMatrix",W.modelViewMatrix),Ue.setValue(D,"normalMatrix",W.normalMatrix),Ue.setValue(D,"modelMatrix",W.matrixWorld),K.isShaderMaterial||K.isRawShaderMaterial){let an=K.uniformsGroups;for(let ln=0,ss=an.length;ln<ss;ln++){let Qn=an[ln];ne.update(Qn,yn),ne.bind(Qn,yn)}}return yn}function Sh(S,H){S.ambientLightColor.needsUpdate=H,S.lightProbe.needsUpdate=H,S.directionalLights.needsUpdate=H,S.directionalLightShadows.needsUpdate=H,S.pointLights.needsUpdate=H,S.pointLightShadows.needsUpdate=H,S.spotLights.needsUpdate=H,S.spotLightShadows.needsUpdate=H,S.rectAreaLights.needsUpdate=H,S.hemisphereLights.needsUpdate=H}function Ls(S){return S.isMeshLambertMaterial||S.isMeshToonMaterial||S.isMeshPhongMaterial||S.isMeshStandardMaterial||S.isShadowMaterial||S.isShaderMaterial&&S.lights===!0}this.getActiveCubeFace=function(){return C},this.getActiveMipmapLevel=function(){return U},this.getRenderTarget=function(){return O},this.setRenderTargetTextures=function(S,H,J){let K=dt.get(S);K.__autoAllocateDepthBuffer=S.resolveDepthBuffer===!1,K.__autoAllocateDepthBuffer===!1&&(K.__useRenderToTexture=!1),dt.get(S.texture).__webglTexture=H,dt.get(S.depthTexture).__webglTexture=K.__autoAllocateDepthBuffer?void 0:J,K.__hasExternalTextures=!0},this.setRenderTargetFramebuffer=function(S,H){let J=dt.get(S);J.__webglFramebuffer=H,J.__useDefaultFramebuffer=H===void 0};let Ua=D.createFramebuffer();this.setRenderTarget=function(S,H=0,J=0){O=S,C=H,U=J;let K=!0,W=null,yt=!1,Pt=!1;if(S){let Dt=dt.get(S);if(Dt.__useDefaultFramebuffer!==void 0)st.bindFramebuffer(D.FRAMEBUFFER,null),K=!1;else if(Dt.__webglFramebuffer===void 0)pt.setupRenderTarget(S);else if(Dt.__hasExternalTextures)pt.rebindTextures(S,dt.get(S.texture).__webglTexture,dt.get(S.depthTexture).__webglTexture);else if(S.depthBuffer){let qt=S.depthTexture;if(Dt.__boundDepthTexture!==qt){if(qt!==null&&dt.has(qt)&&(S.width!==qt.image.width||S.height!==qt.image.height))throw new Error("WebGLRenderTarget: Attached DepthTexture is initialized to the incorrect size.");pt.setupDepthRenderbuffer(S)}}let Kt=S.texture;(Kt.isData3DTexture||Kt.isDataArrayTexture||Kt.isCompressedArrayTexture)&&(Pt=!0);let Jt=dt.get(S).__webglFramebuffer;S.isWebGLCubeRenderTarget?(Array.isArray(Jt[H])?W=Jt[H][J]:W=Jt[H],yt=!0):S.samples>0&&pt.useMultisampledRTT(S)===!1?W=dt.get(S).__webglMultisampledFramebuffer:Array.isArray(Jt)?W=Jt[J]:W=Jt,A.copy(S.viewport),k.copy(S.scissor),V=S.scissorTest}else A.copy(xt).multiplyScalar(j).floor(),k.copy(At).multiplyScalar(j).floor(),V=vt;if(J!==0&&(W=Ua),st.bindFramebuffer(D.FRAMEBUFFER,W)&&K&&st.drawBuffers(S,W),st.viewport(A),st.scissor(k),st.setScissorTest(V),yt){let Dt=dt.get(S.texture);D.framebufferTexture2D(D.FRAMEBUFFER,D.COLOR_ATTACHMENT0,D.TEXTURE_CUBE_MAP_POSITIVE_X+H,Dt.__webglTexture,J)}else if(Pt){let Dt=H;for(let Kt=0;Kt<S.textures.length;Kt++){let Jt=dt.get(S.textures[Kt]);D.framebufferTextureLayer(D.FRAMEBUFFER,D.COLOR_ATTACHMENT0+Kt,Jt.__webglTexture,J,Dt)}}else if(S!==null&&J!==0){let Dt=dt.get(S.texture);D.framebufferTexture2D(D.FRAMEBUFFER,D.COLOR_ATTACHMENT0,D.TEXTURE_2D,Dt.__webglTexture,J)}w=-1},this.readRenderTargetPixels=function(S,H,J,K,W,yt,Pt,zt=0){if(!(S&&S.isWebGLRenderTarget)){console.error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");return}let Dt=dt.get(S).__webglFramebuffer;if(S.isWebGLCubeRenderTarget&&Pt!==void 0&&(Dt=Dt[Pt]),Dt){st.bindFramebuffer(D.FRAMEBUFFER,Dt);try{let Kt=S.textures[zt],Jt=Kt.format,qt=Kt.type;if(!it.textureFormatReadable(Jt)){console.error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not in RGBA or implementation defined format.");return}if(!it.textureTypeReadable(qt)){console.error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not in UnsignedByteType or implementation defined type.");return}H>=0&&H<=S.width-K&&J>=0&&J<=S.height-W&&(S.textures.length>1&&D.readBuffer(D.COLOR_ATTACHMENT0+zt),D.readPixels(H,J,K,W,Gt.convert(Jt),Gt.convert(qt),yt))}finally{let Kt=O!==null?dt.get(O).__webglFramebuffer:null;st.bindFramebuffer(D.FRAMEBUFFER,Kt)}}},this.readRenderTargetPixelsAsync=async function(S,H,J,K,W,yt,Pt,zt=0){if(!(S&&S.isWebGLRenderTarget))throw new Error("THREE.WebGLRenderer.readRenderTargetPixels: renderTarget is not THREE.WebGLRenderTarget.");let Dt=dt.get(S).__webglFramebuffer;if(S.isWebGLCubeRenderTarget&&Pt!==void 0&&(Dt=Dt[Pt]),Dt)if(H>=0&&H<=S.width-K&&J>=0&&J<=S.height-W){st.bindFramebuffer(D.FRAMEBUFFER,Dt);let Kt=S.textures[zt],Jt=Kt.format,qt=Kt.type;if(!it.textureFormatReadable(Jt))throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in RGBA or implementation defined format.");if(!it.textureTypeReadable(qt))throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: renderTarget is not in UnsignedByteType or implementation defined type.");let ce=D.createBuffer();D.bindBuffer(D.PIXEL_PACK_BUFFER,ce),D.bufferData(D.PIXEL_PACK_BUFFER,yt.byteLength,D.STREAM_READ),S.textures.length>1&&D.readBuffer(D.COLOR_ATTACHMENT0+zt),D.readPixels(H,J,K,W,Gt.convert(Jt),Gt.convert(qt),0);let xe=O!==null?dt.get(O).__webglFramebuffer:null;st.bindFramebuffer(D.FRAMEBUFFER,xe);let De=D.fenceSync(D.SYNC_GPU_COMMANDS_COMPLETE,0);return D.flush(),await qp(D,De,4),D.bindBuffer(D.PIXEL_PACK_BUFFER,ce),D.getBufferSubData(D.PIXEL_PACK_BUFFER,0,yt),D.deleteBuffer(ce),D.deleteSync(De),yt}else throw new Error("THREE.WebGLRenderer.readRenderTargetPixelsAsync: requested read bounds are out of range.")},this.copyFramebufferToTexture=function(S,H=null,J=0){let K=Math.pow(2,-J),W=Math.floor(S.image.width*K),yt=Math.floor(S.image.height*K),Pt=H!==null?H.x:0,zt=H!==null?H.y:0;pt.setTexture2D(S,0),D.copyTexSubImage2D(D.TEXTURE_2D,J,0,0,Pt,zt,W,yt),st.unbindTexture()};let Ti=D.createFramebuffer(),Qe=D.createFramebuffer();this.copyTextureToTexture=function(S,H,J=null,K=null,W=0,yt=null){yt===null&&(W!==0?(Br("WebGLRenderer: copyTextureToTexture function signature has changed to support src and dst mipmap levels."),yt=W,W=0):yt=0);let Pt,zt,Dt,Kt,Jt,qt,ce,xe,De,Ee=S.isCompressedTexture?S.mipmaps[yt]:S.image;if(J!==null)Pt=J.max.x-J.min.x,zt=J.max.y-J.min.y,Dt=J.isBox3?J.max.z-J.min.z:1,Kt=J.min.x,Jt=J.min.y,qt=J.isBox3?J.min.z:0;else{let Fn=Math.pow(2,-W);Pt=Math.floor(Ee.width*Fn),zt=Math.floor(Ee.height*Fn),S.isDataArrayTexture?Dt=Ee.depth:S.isData3DTexture?Dt=Math.floor(Ee.depth*Fn):Dt=1,Kt=0,Jt=0,qt=0}K!==null?(ce=K.x,xe=K.y,De=K.z):(ce=0,xe=0,De=0);let ae=Gt.convert(H.format),$t=Gt.convert(H.type),Ne;H.isData3DTexture?(pt.setTexture3D(H,0),Ne=D.TEXTURE_3D):H.isDataArrayTexture||H.isCompressedArrayTexture?(pt.setTexture2DArray(H,0),Ne=D.TEXTURE_2D_ARRAY):(pt.setTexture2D(H,0),Ne=D.TEXTURE_2D),D.pixelStorei(D.UNPACK_FLIP_Y_WEBGL,H.flipY),D.pixelStorei(D.UNPACK_PREMULTIPLY_ALPHA_WEBGL,H.premultiplyAlpha),D.pixelStorei(D.UNPACK_ALIGNMENT,H.unpackAlignment);let pe=D.getParameter(D.UNPACK_ROW_LENGTH),yn=D.getParameter(D.UNPACK_IMAGE_HEIGHT),is=D.getParameter(D.UNPACK_SKIP_PIXELS),wn=D.getParameter(D.UNPACK_SKIP_ROWS),Ds=D.getParameter(D.UNPACK_SKIP_IMAGES);D.pixelStorei(D.UNPACK_ROW_LENGTH,Ee.width),D.pixelStorei(D.UNPACK_IMAGE_HEIGHT,Ee.height),D.pixelStorei(D.UNPACK_SKIP_PIXELS,Kt),D.pixelStorei(D.UNPACK_SKIP_ROWS,Jt),D.pixelStorei(D.UNPACK_SKIP_IMAGES,qt);let Ue=S.isDataArrayTexture||S.isData3DTexture,En=H.isDataArrayTexture||H.isData3DTexture;if(S.isDepthTexture){let Fn=dt.get(S),an=dt.get(H),ln=dt.get(Fn.__renderTarget),ss=dt.get(an.__renderTarget);st.bindFramebuffer(D.READ_FRAMEBUFFER,ln.__webglFramebuffer),st.bindFramebuffer(D.DRAW_FRAMEBUFFER,ss.__webglFramebuffer);for(let Qn=0;Qn<Dt;Qn++)Ue&&(D.framebufferTextureLayer(D.READ_FRAMEBUFFER,D.COLOR_ATTACHMENT0,dt.get(S).__webglTexture,W,qt+Qn),D.framebufferTextureLayer(D.DRAW_FRAMEBUFFER,D.COLOR_ATTACHMENT0,dt.get(H).__webglTexture,yt,De+Qn)),D.blitFramebuffer(Kt,Jt,Pt,zt,ce,xe,Pt,zt,D.DEPTH_BUFFER_BIT,D.NEAREST);st.bindFramebuffer(D.READ_FRAMEBUFFER,null),st.bindFramebuffer(D.DRAW_FRAMEBUFFER,null)}else if(W!==0||S.isRenderTargetTexture||dt.has(S)){let Fn=dt.get(S),an=dt.get(H);st.bindFramebuffer(D.READ_FRAMEBUFFER,Ti),st.bindFramebuffer(D.DRAW_FRAMEBUFFER,Qe);for(let ln=0;ln<Dt;ln++)Ue?D.framebufferTextureLayer(D.READ_FRAMEBUFFER,D.COLOR_ATTACHMENT0,Fn.__webglTexture,W,qt+ln):D.framebufferTexture2D(D.READ_FRAMEBUFFER,D.COLOR_ATTACHMENT0,D.TEXTURE_2D,Fn.__webglTexture,W),En?D.framebufferTextureLayer(D.DRAW_FRAMEBUFFER,D.COLOR_ATTACHMENT0,an.__webglTexture,yt,De+ln):D.framebufferTexture2D(D.DRAW_FRAMEBUFFER,D.COLOR_ATTACHMENT0,D.TEXTURE_2D,an.__webglTexture,yt),W!==0?D.blitFramebuffer(Kt,Jt,Pt,zt,ce,xe,Pt,zt,D.COLOR_BUFFER_BIT,D.NEAREST):En?D.copyTexSubImage3D(Ne,yt,ce,xe,De+ln,Kt,Jt,Pt,zt):D.copyTexSubImage2D(Ne,yt,ce,xe,Kt,Jt,Pt,zt);st.bindFramebuffer(D.READ_FRAMEBUFFER,null),st.bindFramebuffer(D.DRAW_FRAMEBUFFER,null)}else En?S.isDataTexture||S.isData3DTexture?D.texSubImage3D(Ne,yt,ce,xe,De,Pt,zt,Dt,ae,$t,Ee.data):H.isCompressedArrayTexture?D.compressedTexSubImage3D(Ne,yt,ce,xe,De,Pt,zt,Dt,ae,Ee.data):D.texSubImage3D(Ne,yt,ce,xe,De,Pt,zt,Dt,ae,$t,Ee):S.isDataTexture?D.texSubImage2D(D.TEXTURE_2D,yt,ce,xe,Pt,zt,ae,$t,Ee.data):S.isCompressedTexture?D.compressedTexSubImage2D(D.TEXTURE_2D,yt,ce,xe,Ee.width,Ee.height,ae,Ee.data):D.texSubImage2D(D.TEXTURE_2D,yt,ce,xe,Pt,zt,ae,$t,Ee);D.pixelStorei(D.UNPACK_ROW_LENGTH,pe),D.pixelStorei(D.UNPACK_IMAGE_HEIGHT,yn),D.pixelStorei(D.UNPACK_SKIP_PIXELS,is),D.pixelStorei(D.UNPACK_SKIP_ROWS,wn),D.pixelStorei(D.UNPACK_SKIP_IMAGES,Ds),yt===0&&H.generateMipmaps&&D.generateMipmap(Ne),st.unbindTexture()},this.initRenderTarget=function(S){dt.get(S).__webglFramebuffer===void 0&&pt.setupRenderTarget(S)},this.initTexture=function(S){S.isCubeTexture?pt.setTextureCube(S,0):S.isData3DTexture?pt.setTexture3D(S,0):S.isDataArrayTexture||S.isCompressedArrayTexture?pt.setTexture2DArray(S,0):pt.setTexture2D(S,0),st.unbindTexture()},this.resetState=function(){C=0,U=0,O=null,st.reset(),Ct.reset()},typeof __THREE_DEVTOOLS__<"u"&&__THREE_DEVTOOLS__.dispatchEvent(new CustomEvent("observe",{detail:this}))}get coordinateSystem(){return _i}get outputColorSpace(){return this._outputColorSpace}set outputColorSpace(t){this._outputColorSpace=t;let e=this.getContext();e.drawingBufferColorSpace=ge._getDrawingBufferColorSpace(t),e.unpackColorSpace=ge._getUnpackColorSpace()}};var Cm={type:"change"},ad={type:"start"},Pm={type:"end"},Hc=new vs,Rm=new Pn,mS=Math.cos(70*Bu.DEG2RAD),nn=new N,Bn=2*Math.PI,Re={NONE:-1,ROTATE:0,DOLLY:1,PAN:2,TOUCH_ROTATE:3,TOUCH_PAN:4,TOUCH_DOLLY_PAN:5,TOUCH_DOLLY_ROTATE:6},od=1e-6,Gc=class extends pa{constructor(t,e=null){super(t,e),this.state=Re.NONE,this.target=new N,this.cursor=new N,this.minDistance=0,this.maxDistance=1/0,this.minZoom=0,this.maxZoom=1/0,this.minTargetRadius=0,this.maxTargetRadius=1/0,this.minPolarAngle=0,this.maxPolarAngle=Math.PI,this.minAzimuthAngle=-1/0,this.maxAzimuthAngle=1/0,this.enableDamping=!1,this.dampingFactor=.05,this.enableZoom=!0,this.zoomSpeed=1,this.enableRotate=!0,this.rotateSpeed=1,this.keyRotateSpeed=1,this.enablePan=!0,this.panSpeed=1,this.screenSpacePanning=!0,this.keyPanSpeed=7,this.zoomToCursor=!1,this.autoRotate=!1,this.autoRotateSpeed=2,this.keys={LEFT:"ArrowLeft",UP:"ArrowUp",RIGHT:"ArrowRight",BOTTOM:"ArrowDown"},this.mouseButtons={LEFT:Ss.ROTATE,MIDDLE:Ss.DOLLY,RIGHT:Ss.PAN},this.touches={ONE:ws.ROTATE,TWO:ws.DOLLY_PAN},this.target0=this.target.clone(),this.position0=this.object.position.clone(),this.zoom0=this.object.zoom,this._domElementKeyEvents=null,this._lastPosition=new N,this._lastQuaternion=new si,this._lastTargetPosition=new N,this._quat=new si().setFromUnitVectors(t.up,new N(0,1,0)),this._quatInverse=this._quat.clone().invert(),this._spherical=new Yr,this._sphericalDelta=new Yr,this._scale=1,this._panOffset=new N,this._rotateStart=new bt,this._rotateEnd=new bt,this._rotateDelta=new bt,this._panStart=new bt,this._panEnd=new bt,this._panDelta=new bt,this._dollyStart=new bt,this._dollyEnd=new bt,this._dollyDelta=new bt,this._dollyDirection=new N,this._mouse=new bt,this._performCursorZoom=!1,this._pointers=[],this._pointerPositions={},this._controlActive=!1,this._onPointerMove=_S.bind(this),this._onPointerDown=gS.bind(this),this._onPointerUp=yS.bind(this),this._onContextMenu=ES.bind(this),this._onMouseWheel=MS.bind(this),this._onKeyDown=bS.bind(this),this._onTouchStart=SS.bind(this),this._onTouchMove=wS.bind(this),this._onMouseDown=xS.bind(this),this._onMouseMove=vS.bind(this),this._interceptControlDown=TS.bind(this),this._interceptControlUp=AS.bind(this),this.domElement!==null&&this.connect(this.domElement),this.update()}connect(t){super.connect(t),this.domElement.addEventListener("pointerdown",this._onPointerDown),this.domElement.addEventListener("pointercancel",this._onPointerUp),this.domElement.addEventListener("contextmenu",this._onContextMenu),this.domElement.addEventListener("wheel",this._onMouseWheel,{passive:!1}),this.domElement.getRootNode().addEventListener("keydown",this._interceptControlDown,{passive:!0,capture:!0}),this.domElement.style.touchAction="none"}disconnect(){this.domElement.removeEventListener("pointerdown",this._onPointerDown),this.domElement.removeEventListener("pointermove",this._onPointerMove),this.domElement.removeEventListener("pointerup",this._onPointerUp),this.domElement.removeEventListener("pointercancel",this._onPointerUp),this.domElement.removeEventListener("wheel",this._onMouseWheel),this.domElement.removeEventListener("contextmenu",this._onContextMenu),this.stopListenToKeyEvents(),this.domElement.getRootNode().removeEventListener("keydown",this._interceptControlDown,{capture:!0}),this.domElement.style.touchAction="auto"}dispose(){this.disconnect()}getPolarAngle(){return this._spherical.phi}getAzimuthalAngle(){return this._spherical.theta}getDistance(){return this.object.position.distanceTo(this.target)}listenToKeyEvents(t){t.addEventListener("keydown",this._onKeyDown),this._domElementKeyEvents=t}stopListenToKeyEvents(){this._domElementKeyEvents!==null&&(this._domElementKeyEvents.removeEventListener("keydown",this._onKeyDown),this._domElementKeyEvents=null)}saveState(){this.target0.copy(this.target),this.position0.copy(this.object.position),this.zoom0=this.object.zoom}reset(){this.target.copy(this.target0),this.object.position.copy(this.position0),this.object.zoom=this.zoom0,this.object.updateProjectionMatrix(),this.dispatchEvent(Cm),this.update(),this.state=Re.NONE}update(t=null){let e=this.object.position;nn.copy(e).sub(this.target),nn.applyQuaternion(this._quat),this._spherical.setFromVector3(nn),this.autoRotate&&this.state===Re.NONE&&this._rotateLeft(this._getAutoRotationAngle(t)),this.enableDamping?(this._spherical.theta+=this._sphericalDelta.theta*this.dampingFactor,this._spherical.phi+=this._sphericalDelta.phi*this.dampingFactor):(this._spherical.theta+=this._sphericalDelta.theta,this._spherical.phi+=this._sphericalDelta.phi);let n=this.minAzimuthAngle,s=this.maxAzimuthAngle;isFinite(n)&&isFinite(s)&&(n<-Math.PI?n+=Bn:n>Math.PI&&(n-=Bn),s<-Math.PI?s+=Bn:s>Math.PI&&(s-=Bn),n<=s?this._spherical.theta=Math.max(n,Math.min(s,this._spherical.theta)):this._spherical.theta=this._spherical.theta>(n+s)/2?Math.max(n,this._spherical.theta):Math.min(s,this._spherical.theta)),this._spherical.phi=Math.max(this.minPolarAngle,Math.min(this.maxPolarAngle,this._spherical.phi)),this._spherical.makeSafe(),this.enableDamping===!0?this.target.addScaledVector(this._panOffset,this.dampingFactor):this.target.add(this._panOffset),this.target.sub(this.cursor),this.target.clampLength(this.minTargetRadius,this.maxTargetRadius),this.target.add(this.cursor);let r=!1;if(this.zoomToCursor&&this._performCursorZoom||this.object.isOrthographicCamera)this._spherical.radius=this._clampDistance(this._spherical.radius);else{let o=this._spherical.radius;this._spherical.radius=this._clampDistance(this._spherical.radius*this._scale),r=o!=this._spherical.radius}if(nn.setFromSpherical(this._spherical),nn.applyQuaternion(this._quatInverse),e.copy(this.target).add(nn),this.object.lookAt(this.target),this.enableDamping===!0?(this._sphericalDelta.theta*=1-this.dampingFactor,this._sphericalDelta.phi*=1-this.dampingFactor,this._panOffset.multiplyScalar(1-this.dampingFactor)):(this._sphericalDelta.set(0,0,0),this._panOffset.set(0,0,0)),this.zoomToCursor&&this._performCursorZoom){let o=null;if(this.object.isPerspectiveCamera){let a=nn.length();o=this._clampDistance(a*this._scale);let l=a-o;this.object.position.addScaledVector(this._dollyDirection,l),this.object.updateMatrixWorld(),r=!!l}else if(this.object.isOrthographicCamera){let a=new N(this._mouse.x,this._mouse.y,0);a.unproject(this.object);let l=this.object.zoom;this.object.zoom=Math.max(this.minZoom,Math.min(this.maxZoom,this.object.zoom/this._scale)),this.object.updateProjectionMatrix(),r=l!==this.object.zoom;let c=new N(this._mouse.x,this._mouse.y,0);c.unproject(this.object),this.object.position.sub(c).add(a),this.object.updateMatrixWorld(),o=nn.length()}else console.warn("WARNING: OrbitControls.js encountered an unknown camera type - zoom to cursor disabled."),this.zoomToCursor=!1;o!==null&&(this.screenSpacePanning?this.target.set(0,0,-1).transformDirection(this.object.matrix).multiplyScalar(o).add(this.object.position):(Hc.origin.copy(this.object.position),Hc.direction.set(0,0,-1).transformDirection(this.object.matrix),Math.abs(this.object.up.dot(Hc.direction))<mS?this.object.lookAt(this.target):(Rm.setFromNormalAndCoplanarPoint(this.object.up,this.target),Hc.intersectPlane(Rm,this.target))))}else if(this.object.isOrthographicCamera){let o=this.object.zoom;this.object.zoom=Math.max(this.minZoom,Math.min(this.maxZoom,this.object.zoom/this._scale)),o!==this.object.zoom&&(this.object.updateProjectionMatrix(),r=!0)}return this._scale=1,this._performCursorZoom=!1,r||this._lastPosition.distanceToSquared(this.object.position)>od||8*(1-this._lastQuaternion.dot(this.object.quaternion))>od||this._lastTargetPosition.distanceToSquared(this.target)>od?(this.dispatchEvent(Cm),this._lastPosition.copy(this.object.position),this._lastQuaternion.copy(this.object.quaternion),this._lastTargetPosition.copy(this.target),!0):!1}_getAutoRotationAngle(t){return t!==null?Bn/60*this.autoRotateSpeed*t:Bn/60/60*this.autoRotateSpeed}_getZoomScale(t){let e=Math.abs(t*.01);return Math.pow(.95,this.zoomSpeed*e)}_rotateLeft(t){this._sphericalDelta.theta-=t}_rotateUp(t){this._sphericalDelta.phi-=t}_panLeft(t,e){nn.setFromMatrixColumn(e,0),nn.multiplyScalar(-t),this._panOffset.add(nn)}_panUp(t,e){this.screenSpacePanning===!0?nn.setFromMatrixColumn(e,1):(nn.setFromMatrixColumn(e,0),nn.crossVectors(this.object.up,nn)),nn.multiplyScalar(t),this._panOffset.add(nn)}_pan(t,e){let n=this.domElement;if(this.object.isPerspectiveCamera){let s=this.object.position;nn.copy(s).sub(this.target);let r=nn.length();r*=Math.tan(this.object.fov/2*Math.PI/180),this._panLeft(2*t*r/n.clientHeight,this.object.matrix),this._panUp(2*e*r/n.clientHeight,this.object.matrix)}else this.object.isOrthographicCamera?(this._panLeft(t*(this.object.right-this.object.left)/this.object.zoom/n.clientWidth,this.object.matrix),this._panUp(e*(this.object.top-this.object.bottom)/this.object.zoom/n.clientHeight,this.object.matrix)):(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - pan disabled."),this.enablePan=!1)}_dollyOut(t){this.object.isPerspectiveCamera||this.object.isOrthographicCamera?this._scale/=t:(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - dolly/zoom disabled."),this.enableZoom=!1)}_dollyIn(t){this.object.isPerspectiveCamera||this.object.isOrthographicCamera?this._scale*=t:(console.warn("WARNING: OrbitControls.js encountered an unknown camera type - dolly/zoom disabled."),this.enableZoom=!1)}_updateZoomParameters(t,e){if(!this.zoomToCursor)return;this._performCursorZoom=!0;let n=this.domElement.getBoundingClientRect(),s=t-n.left,r=e-n.top,o=n.width,a=n.height;this._mouse.x=s/o*2-1,this._mouse.y=-(r/a)*2+1,this._dollyDirection.set(this._mouse.x,this._mouse.y,1).unproject(this.object).sub(this.object.position).normalize()}_clampDistance(t){return Math.max(this.minDistance,Math.min(this.maxDistance,t))}_handleMouseDownRotate(t){this._rotateStart.set(t.clientX,t.clientY)}_handleMouseDownDolly(t){this._updateZoomParameters(t.clientX,t.clientX),this._dollyStart.set(t.clientX,t.clientY)}_handleMouseDownPan(t){this._panStart.set(t.clientX,t.clientY)}_handleMouseMoveRotate(t){this._rotateEnd.set(t.clientX,t.clientY),this._rotateDelta.subVectors(this._rotateEnd,this._rotateStart).multiplyScalar(this.rotateSpeed);let e=this.domElement;this._rotateLeft(Bn*this._rotateDelta.x/e.clientHeight),this._rotateUp(Bn*this._rotateDelta.y/e.clientHeight),this._rotateStart.copy(this._rotateEnd),this.update()}_handleMouseMoveDolly(t){this._dollyEnd.set(t.clientX,t.clientY),this._dollyDelta.subVectors(this._dollyEnd,this._dollyStart),this._dollyDelta.y>0?this._dollyOut(this._getZoomScale(this._dollyDelta.y)):this._dollyDelta.y<0&&this._dollyIn(this._getZoomScale(this._dollyDelta.y)),this._dollyStart.copy(this._dollyEnd),this.update()}_handleMouseMovePan(t){this._panEnd.set(t.clientX,t.clientY),this._panDelta.subVectors(this._panEnd,this._panStart).multiplyScalar(this.panSpeed),this._pan(this._panDelta.x,this._panDelta.y),this._panStart.copy(this._panEnd),this.update()}_handleMouseWheel(t){this._updateZoomParameters(t.clientX,t.clientY),t.deltaY<0?this._dollyIn(this._getZoomScale(t.deltaY)):t.deltaY>0&&this._dollyOut(this._getZoomScale(t.deltaY)),this.update()}_handleKeyDown(t){let e=!1;switch(t.code){case this.keys.UP:t.ctrlKey||t.metaKey||t.shiftKey?this.enableRotate&&this._rotateUp(Bn*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(0,this.keyPanSpeed),e=!0;break;case this.keys.BOTTOM:t.ctrlKey||t.metaKey||t.shiftKey?this.enableRotate&&this._rotateUp(-Bn*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(0,-this.keyPanSpeed),e=!0;break;case this.keys.LEFT:t.ctrlKey||t.metaKey||t.shiftKey?this.enableRotate&&this._rotateLeft(Bn*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(this.keyPanSpeed,0),e=!0;break;case this.keys.RIGHT:t.ctrlKey||t.metaKey||t.shiftKey?this.enableRotate&&this._rotateLeft(-Bn*this.keyRotateSpeed/this.domElement.clientHeight):this.enablePan&&this._pan(-this.keyPanSpeed,0),e=!0;break}e&&(t.preventDefault(),this.update())}_handleTouchStartRotate(t){if(this._pointers.length===1)this._rotateStart.set(t.pageX,t.pageY);else{let e=this._getSecondPointerPosition(t),n=.5*(t.pageX+e.x),s=.5*(t.pageY+e.y);this._rotateStart.set(n,s)}}_handleTouchStartPan(t){if(this._pointers.length===1)this._panStart.set(t.pageX,t.pageY);else{let e=this._getSecondPointerPosition(t),n=.5*(t.pageX+e.x),s=.5*(t.pageY+e.y);this._panStart.set(n,s)}}_handleTouchStartDolly(t){let e=this._getSecondPointerPosition(t),n=t.pageX-e.x,s=t.pageY-e.y,r=Math.sqrt(n*n+s*s);this._dollyStart.set(0,r)}_handleTouchStartDollyPan(t){this.enableZoom&&this._handleTouchStartDolly(t),this.enablePan&&this._handleTouchStartPan(t)}_handleTouchStartDollyRotate(t){this.enableZoom&&this._handleTouchStartDolly(t),this.enableRotate&&this._handleTouchStartRotate(t)}_handleTouchMoveRotate(t){if(this._pointers.length==1)this._rotateEnd.set(t.pageX,t.pageY);else{let n=this._getSecondPointerPosition(t),s=.5*(t.pageX+n.x),r=.5*(t.pageY+n.y);this._rotateEnd.set(s,r)}this._rotateDelta.subVectors(this._rotateEnd,this._rotateStart).multiplyScalar(this.rotateSpeed);let e=this.domElement;this._rotateLeft(Bn*this._rotateDelta.x/e.clientHeight),this._rotateUp(Bn*this._rotateDelta.y/e.clientHeight),this._rotateStart.copy(this._rotateEnd)}_handleTouchMovePan(t){if(this._pointers.length===1)this._panEnd.set(t.pageX,t.pageY);else{let e=this._getSecondPointerPosition(t),n=.5*(t.pageX+e.x),s=.5*(t.pageY+e.y);this._panEnd.set(n,s)}this._panDelta.subVectors(this._panEnd,this._panStart).multiplyScalar(this.panSpeed),this._pan(this._panDelta.x,this._panDelta.y),this._panStart.copy(this._panEnd)}_handleTouchMoveDolly(t){let e=this._getSecondPointerPosition(t),n=t.pageX-e.x,s=t.pageY-e.y,r=Math.sqrt(n*n+s*s);this._dollyEnd.set(0,r),this._dollyDelta.set(0,Math.pow(this._dollyEnd.y/this._dollyStart.y,this.zoomSpeed)),this._dollyOut(this._dollyDelta.y),this._dollyStart.copy(this._dollyEnd);let o=(t.pageX+e.x)*.5,a=(t.pageY+e.y)*.5;this._updateZoomParameters(o,a)}_handleTouchMoveDollyPan(t){this.enableZoom&&this._handleTouchMoveDolly(t),this.enablePan&&this._handleTouchMovePan(t)}_handleTouchMoveDollyRotate(t){this.enableZoom&&this._handleTouchMoveDolly(t),this.enableRotate&&this._handleTouchMoveRotate(t)}_addPointer(t){this._pointers.push(t.pointerId)}_removePointer(t){delete this._pointerPositions[t.pointerId];for(let e=0;e<this._pointers.length;e++)if(this._pointers[e]==t.pointerId){this._pointers.splice(e,1);return}}_isTrackingPointer(t){for(let e=0;e<this._pointers.length;e++)if(this._pointers[e]==t.pointerId)return!0;return!1}_trackPointer(t){let e=this._pointerPositions[t.pointerId];e===void 0&&(e=new bt,this._pointerPositions[t.pointerId]=e),e.set(t.pageX,t.pageY)}_getSecondPointerPosition(t){let e=t.pointerId===this._pointers[0]?this._pointers[1]:this._pointers[0];return this._pointerPositions[e]}_customWheelEvent(t){let e=t.deltaMode,n={clientX:t.clientX,clientY:t.clientY,deltaY:t.deltaY};switch(e){case 1:n.deltaY*=16;break;case 2:n.deltaY*=100;break}return t.ctrlKey&&!this._controlActive&&(n.deltaY*=10),n}};function gS(i){this.enabled!==!1&&(this._pointers.length===0&&(this.domElement.setPointerCapture(i.pointerId),this.domElement.addEventListener("pointermove",this._onPointerMove),this.domElement.addEventListener("pointerup",this._onPointerUp)),!this._isTrackingPointer(i)&&(this._addPointer(i),i.pointerType==="touch"?this._onTouchStart(i):this._onMouseDown(i)))}function _S(i){this.enabled!==!1&&(i.pointerType==="touch"?this._onTouchMove(i):this._onMouseMove(i))}function yS(i){switch(this._removePointer(i),this._pointers.length){case 0:this.domElement.releasePointerCapture(i.pointerId),this.domElement.removeEventListener("pointermove",this._onPointerMove),this.domElement.removeEventListener("pointerup",this._onPointerUp),this.dispatchEvent(Pm),this.state=Re.NONE;break;case 1:let t=this._pointers[0],e=this._pointerPositions[t];this._onTouchStart({pointerId:t,pageX:e.x,pageY:e.y});break}}function xS(i){let t;switch(i.button){case 0:t=this.mouseButtons.LEFT;break;case 1:t=this.mouseButtons.MIDDLE;break;case 2:t=this.mouseButtons.RIGHT;break;default:t=-1}switch(t){case Ss.DOLLY:if(this.enableZoom===!1)return;this._handleMouseDownDolly(i),this.state=Re.DOLLY;break;case Ss.ROTATE:if(i.ctrlKey||i.metaKey||i.shiftKey){if(this.enablePan===!1)return;this._handleMouseDownPan(i),this.state=Re.PAN}else{if(this.enableRotate===!1)return;this._handleMouseDownRotate(i),this.state=Re.ROTATE}break;case Ss.PAN:if(i.ctrlKey||i.metaKey||i.shiftKey){if(this.enableRotate===!1)return;this._handleMouseDownRotate(i),this.state=Re.ROTATE}else{if(this.enablePan===!1)return;this._handleMouseDownPan(i),this.state=Re.PAN}break;default:this.state=Re.NONE}this.state!==Re.NONE&&this.dispatchEvent(ad)}function vS(i){switch(this.state){case Re.ROTATE:if(this.enableRotate===!1)return;this._handleMouseMoveRotate(i);break;case Re.DOLLY:if(this.enableZoom===!1)return;this._handleMouseMoveDolly(i);break;case Re.PAN:if(this.enablePan===!1)return;this._handleMouseMovePan(i);break}}function MS(i){this.enabled===!1||this.enableZoom===!1||this.state!==Re.NONE||(i.preventDefault(),this.dispatchEvent(ad),this._handleMouseWheel(this._customWheelEvent(i)),this.dispatchEvent(Pm))}function bS(i){this.enabled!==!1&&this._handleKeyDown(i)}function SS(i){switch(this._trackPointer(i),this._pointers.length){case 1:switch(this.touches.ONE){case ws.ROTATE:if(this.enableRotate===!1)return;this._handleTouchStartRotate(i),this.state=Re.TOUCH_ROTATE;break;case ws.PAN:if(this.enablePan===!1)return;this._handleTouchStartPan(i),this.state=Re.TOUCH_PAN;break;default:this.state=Re.NONE}break;case 2:switch(this.touches.TWO){case ws.DOLLY_PAN:if(this.enableZoom===!1&&this.enablePan===!1)return;this._handleTouchStartDollyPan(i),this.state=Re.TOUCH_DOLLY_PAN;break;case ws.DOLLY_ROTATE:if(this.enableZoom===!1&&this.enableRotate===!1)return;this._handleTouchStartDollyRotate(i),this.state=Re.TOUCH_DOLLY_ROTATE;break;default:this.state=Re.NONE}break;default:this.state=Re.NONE}this.state!==Re.NONE&&this.dispatchEvent(ad)}function wS(i){switch(this._trackPointer(i),this.state){case Re.TOUCH_ROTATE:if(this.enableRotate===!1)return;this._handleTouchMoveRotate(i),this.update();break;case Re.TOUCH_PAN:if(this.enablePan===!1)return;this._handleTouchMovePan(i),this.update();break;case Re.TOUCH_DOLLY_PAN:if(this.enableZoom===!1&&this.enablePan===!1)return;this._handleTouchMoveDollyPan(i),this.update();break;case Re.TOUCH_DOLLY_ROTATE:if(this.enableZoom===!1&&this.enableRotate===!1)return;this._handleTouchMoveDollyRotate(i),this.update();break;default:this.state=Re.NONE}}function ES(i){this.enabled!==!1&&i.preventDefault()}function TS(i){i.key==="Control"&&(this._controlActive=!0,this.domElement.getRootNode().addEventListener("keyup",this._interceptControlUp,{passive:!0,capture:!0}))}function AS(i){i.key==="Control"&&(this._controlActive=!1,this.domElement.getRootNode().removeEventListener("keyup",this._interceptControlUp,{passive:!0,capture:!0}))}function As(i){return i.up[1]<0?-1:1}function Dn(i){let t=i.high.map((e,n)=>e-i.low[n]);return Math.hypot(...t)||1}var ld=["overview","front","side","top"],Im=1.13,CS=.15,Lm=.08,RS=110,Dm=.003;function PS(i,[t,e,n],s,r){let o=i.reduce((d,f)=>d.add(f),new N).divideScalar(i.length||1),a={a:0,b:0,c:0,d:0,near:0,far:0},l=s*r,c=new N;for(let d of i){c.subVectors(d,o);let[f,g,_]=[c.dot(t),c.dot(e),c.dot(n)];a.a=Math.max(a.a,f+_*l),a.b=Math.max(a.b,-f+_*l),a.c=Math.max(a.c,g+_*s),a.d=Math.max(a.d,-g+_*s),a.near=Math.max(a.near,_),a.far=Math.max(a.far,c.length())}let u=o.addScaledVector(t,(a.a-a.b)/2).addScaledVector(e,(a.c-a.d)/2),h=Math.max((a.c+a.d)/2,(a.a+a.b)/2/r);return h=Math.max(h,s*(a.near+CS*a.far),.001*a.far)||1,{target:u,half:h}}var Wc=class{constructor(t,e){this.scene=t;let{low:n,high:s}=t,r=[0,1,2].map(a=>[n[a],s[a]]);this.places=r[0].flatMap(a=>r[1].flatMap(l=>r[2].map(c=>new N(a,l,c))));let o=new N(...n).distanceTo(new N(...s))||1;this.camera=t.dimension===2?new Ks(-1,1,1,-1,-50*o,50*o):new pn(32,1,o/100,o*60),this.camera.up.set(...t.up),this.controls=new Gc(this.camera,e),this.controls.enableRotate=t.dimension===3,this.controls.enableDamping=!1,this.controls.addEventListener("start",()=>{this.own=!1,this.goal=null}),this.look("overview")}camera;controls;own=!0;places;aspect=1.5;goal=null;stood=null;last=NaN;resize(t,e){this.aspect=t/Math.max(e,1),this.own?this.frame():this.stand(this.stood,!1)}lookAs(t){let e=t.camera.position.clone().sub(t.controls.target);this.camera.position.copy(this.controls.target).add(e),this.fit(),!(t.own||!t.stood)&&(this.own=!1,this.stand({target:t.stood.target.clone(),half:t.stood.half}),this.controls.target.copy(t.controls.target),this.camera.position.copy(t.camera.position),this.camera.zoom=t.camera.zoom,this.camera.updateProjectionMatrix(),this.controls.update())}look(t){let e=new N(...this.scene.up),n=new N(1,0,0).addScaledVector(e,-e.x);n.length()<.3&&(n=new N(0,1,0).addScaledVector(e,-e.y)),n.normalize();let s=e.clone().cross(n).negate(),r={overview:s.clone().multiplyScalar(.86).addScaledVector(n,.55),front:s,side:n,top:e.clone().addScaledVector(s,.001)}[t];t==="overview"&&r.addScaledVector(e,.42),this.scene.dimension===2&&r.set(0,0,As(this.scene)),this.camera.position.copy(this.controls.target).add(r.normalize()),this.fit()}fit(t){t?.length&&(this.places=t.map(e=>new N(...e))),this.own=!0,this.frame()}embrace(t,e){if(t.length&&(this.places=t.map(r=>new N(...r))),!this.own||!this.stood)return;let n=this.best(),s=n.target.distanceTo(this.stood.target)/this.stood.half;Math.abs(n.half/this.stood.half-1)<Lm&&s<Lm&&this.camera.zoom===1||(e?this.goal=n:this.frame())}advance(t){let e=Number.isNaN(this.last)?16:t-this.last;if(this.last=this.goal?t:NaN,!this.goal||!this.stood)return!1;let n=1-Math.exp(-e/RS),{target:s,half:r}=this.stood,o=Math.max(this.goal.target.distanceTo(s)/r,Math.abs(this.goal.half/r-1)),a={target:s.clone().lerp(this.goal.target,n),half:r*(this.goal.half/r)**n},l=o<Dm?this.goal:a;return o<Dm&&(this.goal=null),this.camera.zoom**=1-n,this.stand(l),this.goal!==null}shift(t){this.controls.target.add(t),this.camera.position.add(t),this.stood?.target.add(t),this.goal?.target.add(t)}axes(){let t=this.camera.position.clone().sub(this.controls.target).normalize(),e=new N(...this.scene.up).cross(t).normalize();return[e,t.clone().cross(e),t]}get tall(){return this.camera instanceof pn?Math.tan(this.camera.fov*Math.PI/360):0}best(){let t=PS(this.places,this.axes(),this.tall/Im,this.aspect);return{...t,half:Im*t.half}}frame(){this.goal=null,this.camera.zoom=1,this.stand(this.best())}stand({target:t,half:e},n=!0){let[,,s]=this.axes();this.stood={target:t,half:e},n&&this.controls.target.copy(t),this.camera instanceof pn?(this.camera.aspect=this.aspect,n&&this.camera.position.copy(t).addScaledVector(s,e/this.tall)):(Object.assign(this.camera,{top:e,bottom:-e}),Object.assign(this.camera,{right:e*this.aspect,left:-e*this.aspect}),n&&this.camera.position.copy(t).addScaledVector(s,2*e)),this.camera.updateProjectionMatrix(),this.controls.update()}};var Nm=new WeakMap;function Um(i,t){let{scene:e}=i,n=new Map;Nm.set(i,n);let s=(a,l)=>{let c=Uh(l,i.choices[a],u=>Bm(i,a,u,t));return n.set(a,c.querySelector("input")),c},r=Wt("details",{class:"choices"},Wt("summary",{},"View")),o=fi("fit","View: fit all in",()=>i.fit());if(e.dimension===3){let a=ld.map(l=>fi(l,`View: ${l}`,()=>i.camera.look(l)));r.append(Wt("div",{class:"views"},...a,o))}else r.append(Wt("div",{class:"views"},o));return r.append(s("follow","go along")),r.append(s("trails","trails"),s("ground","ground"),s("names","names")),e.joints.length&&r.append(s("joints","joints")),e.arrows.length&&r.append(s("forces","forces"),IS(i,t)),Om(i)&&r.append(s("torques","torques")),r}function Fm(i,t){let e=n=>()=>i&&Bm(i,n,!i.choices[n],t);return[{key:"f",says:"forces",press:e("forces")},...i&&Om(i)?[{key:"m",says:"torques",press:e("torques")}]:[],{key:"t",says:"trails",press:e("trails")},{key:"n",says:"names",press:e("names")},{key:"j",says:"joints",press:e("joints")},{key:"g",says:"ground",press:e("ground")},{key:"0",says:"fit all in",press:()=>i?.fit()},{key:"a",says:"go along with what moves",press:e("follow")},...ld.map((n,s)=>({key:String(s+1),says:`view: ${n}`,press:()=>i?.camera.look(n)}))]}function Om({scene:i}){return i.arrows.some(({kind:t})=>t==="torque")}function Bm(i,t,e,n){i.choices[t]=e;let s=Nm.get(i)?.get(t);s&&(s.checked=e),i.apply(),t==="follow"&&i.fit(),n()}function IS(i,t){let e=[...new Set(i.scene.arrows.map(({name:o})=>o))],n=new Set(e),s=e.map(o=>Uh(o,!0,a=>{a?n.add(o):n.delete(o),i.arrows.choose(l=>n.has(i.scene.arrows[l].name)),t()})),r=Mr("Length of arrows",[-2,2,.05],0,o=>{i.arrows.scale=2**o,t()});return Wt("div",{class:"forces"},r,...s)}var LS="uplot",DS="u-hz",NS="u-vt",US="u-title",FS="u-wrap",OS="u-under",BS="u-over",kS="u-axis",ar="u-off",zS="u-select",VS="u-cursor-x",HS="u-cursor-y",GS="u-cursor-pt",WS="u-legend",XS="u-live",qS="u-inline",YS="u-series",ZS="u-marker",km="u-label",$S="u-value",Sa="width",wa="height";var zm="bottom",no="left",cd="right",Td="#000",Vm=Td+"0",hd="mousemove",Hm="mousedown",ud="mouseup",Gm="mouseenter",Wm="mouseleave",Xm="dblclick",KS="resize",JS="scroll",qm="change",$c="dppxchange",Ad="--",co=typeof window<"u",gd=co?document:null,so=co?window:null,jS=co?navigator:null,Se,Xc;function _d(){let i=devicePixelRatio;Se!=i&&(Se=i,Xc&&xd(qm,Xc,_d),Xc=matchMedia(`(min-resolution: ${Se-.001}dppx) and (max-resolution: ${Se+.001}dppx)`),lr(qm,Xc,_d),so.dispatchEvent(new CustomEvent($c)))}function $n(i,t){if(t!=null){let e=i.classList;!e.contains(t)&&e.add(t)}}function yd(i,t){let e=i.classList;e.contains(t)&&e.remove(t)}function Ve(i,t,e){i.style[t]=e+"px"}function bi(i,t,e,n){let s=gd.createElement(i);return t!=null&&$n(s,t),e?.insertBefore(s,n),s}function li(i,t){return bi("div",i,t)}var Ym=new WeakMap;function Oi(i,t,e,n,s){let r="translate("+t+"px,"+e+"px)",o=Ym.get(i);r!=o&&(i.style.transform=r,Ym.set(i,r),t<0||e<0||t>n||e>s?$n(i,ar):yd(i,ar))}var Zm=new WeakMap;function $m(i,t,e){let n=t+e,s=Zm.get(i);n!=s&&(Zm.set(i,n),i.style.background=t,i.style.borderColor=e)}var Km=new WeakMap;function Jm(i,t,e,n){let s=t+""+e,r=Km.get(i);s!=r&&(Km.set(i,s),i.style.height=e+"px",i.style.width=t+"px",i.style.marginLeft=n?-t/2+"px":0,i.style.marginTop=n?-e/2+"px":0)}var Cd={passive:!0},QS={...Cd,capture:!0};function lr(i,t,e,n){t.addEventListener(i,e,n?QS:Cd)}function xd(i,t,e,n){t.removeEventListener(i,e,Cd)}co&&_d();function Si(i,t,e,n){let s;e=e||0,n=n||t.length-1;let r=n<=2147483647;for(;n-e>1;)s=r?e+n>>1:Kn((e+n)/2),t[s]<i?e=s:n=s;return i-t[e]<=t[n]-i?e:n}function Eg(i){return(e,n,s)=>{let r=-1,o=-1;for(let a=n;a<=s;a++)if(i(e[a])){r=a;break}for(let a=s;a>=n;a--)if(i(e[a])){o=a;break}return[r,o]}}var Tg=i=>i!=null,Ag=i=>i!=null&&i>0,jc=Eg(Tg),tw=Eg(Ag);function ew(i,t,e,n=0,s=!1){let r=s?tw:jc,o=s?Ag:Tg;[t,e]=r(i,t,e);let a=i[t],l=i[t];if(t>-1)if(n==1)a=i[t],l=i[e];else if(n==-1)a=i[e],l=i[t];else for(let c=t;c<=e;c++){let u=i[c];o(u)&&(u<a?a=u:u>l&&(l=u))}return[a??Ie,l??-Ie]}function Qc(i,t,e,n){let s=tg(i),r=tg(t);i==t&&(s==-1?(i*=e,t/=e):(i/=e,t*=e));let o=e==10?es:Cg,a=s==1?Kn:ci,l=r==1?ci:Kn,c=a(o(rn(i))),u=l(o(rn(t))),h=ro(e,c),d=ro(e,u);return e==10&&(c<0&&(h=Le(h,-c)),u<0&&(d=Le(d,-u))),n||e==2?(i=h*s,t=d*r):(i=Lg(i,h),t=th(t,d)),[i,t]}function Rd(i,t,e,n){let s=Qc(i,t,e,n);return i==0&&(s[0]=0),t==0&&(s[1]=0),s}var Pd=.1,jm={mode:3,pad:Pd},Ta={pad:0,soft:null,mode:0},nw={min:Ta,max:Ta};function Kc(i,t,e,n){return eh(e)?Qm(i,t,e):(Ta.pad=e,Ta.soft=n?0:null,Ta.mode=n?3:0,Qm(i,t,nw))}function Me(i,t){return i??t}function iw(i,t,e){for(t=Me(t,0),e=Me(e,i.length-1);t<=e;){if(i[t]!=null)return!0;t++}return!1}function Qm(i,t,e){let n=e.min,s=e.max,r=Me(n.pad,0),o=Me(s.pad,0),a=Me(n.hard,-Ie),l=Me(s.hard,Ie),c=Me(n.soft,Ie),u=Me(s.soft,-Ie),h=Me(n.mode,0),d=Me(s.mode,0),f=t-i,g=es(f),_=Nn(rn(i),rn(t)),m=es(_),p=rn(m-g);(f<1e-24||p>10)&&(f=0,(i==0||t==0)&&(f=1e-24,h==2&&c!=Ie&&(r=0),d==2&&u!=-Ie&&(o=0)));let T=f||_||1e3,E=es(T),v=ro(10,Kn(E)),L=T*(f==0?i==0?.1:1:r),C=Le(Lg(i-L,v/10),24),U=i>=c&&(h==1||h==3&&C<=c||h==2&&C>=c)?c:Ie,O=Nn(a,C<U&&i>=U?U:wi(U,C)),w=T*(f==0?t==0?.1:1:o),b=Le(th(t+w,v/10),24),A=t<=u&&(d==1||d==3&&b>=u||d==2&&b<=u)?u:-Ie,k=wi(l,b>A&&t<=A?A:Nn(A,b));return O==k&&O==0&&(k=100),[O,k]}var sw=new Intl.NumberFormat(co?jS.language:"en-US"),Id=i=>sw.format(i),Jn=Math,Zc=Jn.PI,rn=Jn.abs,Kn=Jn.floor,sn=Jn.round,ci=Jn.ceil,wi=Jn.min,Nn=Jn.max,ro=Jn.pow,tg=Jn.sign,es=Jn.log10,Cg=Jn.log2,rw=(i,t=1)=>Jn.sinh(i)*t,dd=(i,t=1)=>Jn.asinh(i/t),Ie=1/0;function eg(i){return(es((i^i>>31)-(i>>31))|0)+1}function vd(i,t,e){return wi(Nn(i,t),e)}function Rg(i){return typeof i=="function"}function me(i){return Rg(i)?i:()=>i}var ow=()=>{},Pg=i=>i,Ig=(i,t)=>t,aw=i=>null,ng=i=>!0,ig=(i,t)=>i==t,lw=/\.\d*?(?=9{6,}|0{6,})/gm,cr=i=>{if(Ng(i)||Rs.has(i))return i;let t=`${i}`,e=t.match(lw);if(e==null)return i;let n=e[0].length-1;if(t.indexOf("e-")!=-1){let[s,r]=t.split("e");return+`${cr(s)}e${r}`}return Le(i,n)};function rr(i,t){return cr(Le(cr(i/t))*t)}function th(i,t){return cr(ci(cr(i/t))*t)}function Lg(i,t){return cr(Kn(cr(i/t))*t)}function Le(i,t=0){if(Ng(i))return i;let e=10**t,n=i*e*(1+Number.EPSILON);return sn(n)/e}var Rs=new Map;function Dg(i){return((""+i).split(".")[1]||"").length}function Ca(i,t,e,n){let s=[],r=n.map(Dg);for(let o=t;o<e;o++){let a=rn(o),l=Le(ro(i,o),a);for(let c=0;c<n.length;c++){let u=i==10?+`${n[c]}e${o}`:n[c]*l,h=(o>=0?0:a)+(o>=r[c]?0:r[c]),d=i==10?u:Le(u,h);s.push(d),Rs.set(d,h)}}return s}var Aa={},Ld=[],oo=[null,null],Cs=Array.isArray,Ng=Number.isInteger,cw=i=>i===void 0;function sg(i){return typeof i=="string"}function eh(i){let t=!1;if(i!=null){let e=i.constructor;t=e==null||e==Object}return t}function hw(i){return i!=null&&typeof i=="object"}var uw=Object.getPrototypeOf(Uint8Array),Ug="__proto__";function ao(i,t=eh){let e;if(Cs(i)){let n=i.find(s=>s!=null);if(Cs(n)||t(n)){e=Array(i.length);for(let s=0;s<i.length;s++)e[s]=ao(i[s],t)}else e=i.slice()}else if(i instanceof uw)e=i.slice();else if(t(i)){e={};for(let n in i)n!=Ug&&(e[n]=ao(i[n],t))}else e=i;return e}function je(i){let t=arguments;for(let e=1;e<t.length;e++){let n=t[e];for(let s in n)s!=Ug&&(eh(i[s])?je(i[s],ao(n[s])):i[s]=ao(n[s]))}return i}var dw=0,fw=1,pw=2;function mw(i,t,e){for(let n=0,s,r=-1;n<t.length;n++){let o=t[n];if(o>r){for(s=o-1;s>=0&&i[s]==null;)i[s--]=null;for(s=o+1;s<e&&i[s]==null;)i[r=s++]=null}}}function gw(i,t){if(xw(i)){let o=i[0].slice();for(let a=1;a<i.length;a++)o.push(...i[a].slice(1));return vw(o[0])||(o=yw(o)),o}let e=new Set;for(let o=0;o<i.length;o++){let l=i[o][0],c=l.length;for(let u=0;u<c;u++)e.add(l[u])}let n=[Array.from(e).sort((o,a)=>o-a)],s=n[0].length,r=new Map;for(let o=0;o<s;o++)r.set(n[0][o],o);for(let o=0;o<i.length;o++){let a=i[o],l=a[0];for(let c=1;c<a.length;c++){let u=a[c],h=Array(s).fill(void 0),d=t?t[o][c]:fw,f=[];for(let g=0;g<u.length;g++){let _=u[g],m=r.get(l[g]);_===null?d!=dw&&(h[m]=_,d==pw&&f.push(m)):h[m]=_}mw(h,f,s),n.push(h)}}return n}var _w=typeof queueMicrotask>"u"?i=>Promise.resolve().then(i):queueMicrotask;function yw(i){let t=i[0],e=t.length,n=Array(e);for(let r=0;r<n.length;r++)n[r]=r;n.sort((r,o)=>t[r]-t[o]);let s=[];for(let r=0;r<i.length;r++){let o=i[r],a=Array(e);for(let l=0;l<e;l++)a[l]=o[n[l]];s.push(a)}return s}function xw(i){let t=i[0][0],e=t.length;for(let n=1;n<i.length;n++){let s=i[n][0];if(s.length!=e)return!1;if(s!=t){for(let r=0;r<e;r++)if(s[r]!=t[r])return!1}}return!0}function vw(i,t=100){let e=i.length;if(e<=1)return!0;let n=0,s=e-1;for(;n<=s&&i[n]==null;)n++;for(;s>=n&&i[s]==null;)s--;if(s<=n)return!0;let r=Nn(1,Kn((s-n+1)/t));for(let o=i[n],a=n+r;a<=s;a+=r){let l=i[a];if(l!=null){if(l<=o)return!1;o=l}}return!0}var Fg=["January","February","March","April","May","June","July","August","September","October","November","December"],Og=["Sunday","Monday","Tuesday","Wednesday","Thursday","Friday","Saturday"];function Bg(i){return i.slice(0,3)}var Mw=Og.map(Bg),bw=Fg.map(Bg),Sw={MMMM:Fg,MMM:bw,WWWW:Og,WWW:Mw};function ba(i){return(i<10?"0":"")+i}function ww(i){return(i<10?"00":i<100?"0":"")+i}var Ew={YYYY:i=>i.getFullYear(),YY:i=>(i.getFullYear()+"").slice(2),MMMM:(i,t)=>t.MMMM[i.getMonth()],MMM:(i,t)=>t.MMM[i.getMonth()],MM:i=>ba(i.getMonth()+1),M:i=>i.getMonth()+1,DD:i=>ba(i.getDate()),D:i=>i.getDate(),WWWW:(i,t)=>t.WWWW[i.getDay()],WWW:(i,t)=>t.WWW[i.getDay()],HH:i=>ba(i.getHours()),H:i=>i.getHours(),h:i=>{let t=i.getHours();return t==0?12:t>12?t-12:t},AA:i=>i.getHours()>=12?"PM":"AM",aa:i=>i.getHours()>=12?"pm":"am",a:i=>i.getHours()>=12?"p":"a",mm:i=>ba(i.getMinutes()),m:i=>i.getMinutes(),ss:i=>ba(i.getSeconds()),s:i=>i.getSeconds(),fff:i=>ww(i.getMilliseconds())};function Dd(i,t){t=t||Sw;let e=[],n=/\{([a-z]+)\}|[^{]+/gi,s;for(;s=n.exec(i);)e.push(s[0][0]=="{"?Ew[s[1]]:s[0]);return r=>{let o="";for(let a=0;a<e.length;a++)o+=typeof e[a]=="string"?e[a]:e[a](r,t);return o}}var Tw=new Intl.DateTimeFormat().resolvedOptions().timeZone;function Aw(i,t){let e;return t=="UTC"||t=="Etc/UTC"?e=new Date(+i+i.getTimezoneOffset()*6e4):t==Tw?e=i:(e=new Date(i.toLocaleString("en-US",{timeZone:t})),e.setMilliseconds(i.getMilliseconds())),e}var kg=i=>i%1==0,Jc=[1,2,2.5,5],Cw=Ca(10,-32,0,Jc),zg=Ca(10,0,32,Jc),Rw=zg.filter(kg),or=Cw.concat(zg),Nd=`
`,Vg="{YYYY}",rg=Nd+Vg,Hg="{M}/{D}",Ea=Nd+Hg,qc=Ea+"/{YY}",Gg="{aa}",Pw="{h}:{mm}",io=Pw+Gg,og=Nd+io,ag=":{ss}",we=null;function Wg(i){let t=i*1e3,e=t*60,n=e*60,s=n*24,r=s*30,o=s*365,l=(i==1?Ca(10,0,3,Jc).filter(kg):Ca(10,-3,0,Jc)).concat([t,t*5,t*10,t*15,t*30,e,e*5,e*10,e*15,e*30,n,n*2,n*3,n*4,n*6,n*8,n*12,s,s*2,s*3,s*4,s*5,s*6,s*7,s*8,s*9,s*10,s*15,r,r*2,r*3,r*4,r*6,o,o*2,o*5,o*10,o*25,o*50,o*100]),c=[[o,Vg,we,we,we,we,we,we,1],[s*28,"{MMM}",rg,we,we,we,we,we,1],[s,Hg,rg,we,we,we,we,we,1],[n,"{h}"+Gg,qc,we,Ea,we,we,we,1],[e,io,qc,we,Ea,we,we,we,1],[t,ag,qc+" "+io,we,Ea+" "+io,we,og,we,1],[i,ag+".{fff}",qc+" "+io,we,Ea+" "+io,we,og,we,1]];function u(h){return(d,f,g,_,m,p)=>{let T=[],E=m>=o,v=m>=r&&m<o,L=h(g),C=Le(L*i,3),U=fd(L.getFullYear(),E?0:L.getMonth(),v||E?1:L.getDate()),O=Le(U*i,3);if(v||E){let w=v?m/r:0,b=E?m/o:0,A=C==O?C:Le(fd(U.getFullYear()+b,U.getMonth()+w,1)*i,3),k=new Date(sn(A/i)),V=k.getFullYear(),X=k.getMonth();for(let G=0;A<=_;G++){let q=fd(V+b*G,X+w*G,1),$=q-h(Le(q*i,3));A=Le((+q+$)*i,3),A<=_&&T.push(A)}}else{let w=m>=s?s:m,b=Kn(g)-Kn(C),A=O+b+th(C-O,w);T.push(A);let k=h(A),V=k.getHours()+k.getMinutes()/e+k.getSeconds()/n,X=m/n,G=d.axes[f]._space,q=p/G;for(;A=Le(A+m,i==1?0:3),!(A>_);)if(X>1){let $=Kn(Le(V+X,6))%24,ut=h(A).getHours()-$;ut>1&&(ut=-1),A-=ut*n,V=(V+X)%24;let xt=T[T.length-1];Le((A-xt)/m,3)*q>=.7&&T.push(A)}else T.push(A)}return T}}return[l,c,u]}var[Iw,Lw,Dw]=Wg(1),[Nw,Uw,Fw]=Wg(.001);Ca(2,-53,53,[1]);function lg(i,t){return i.map(e=>e.map((n,s)=>s==0||s==8||n==null?n:t(s==1||e[8]==0?n:e[1]+n)))}function cg(i,t){return(e,n,s,r,o)=>{let a=t.find(g=>o>=g[0])||t[t.length-1],l,c,u,h,d,f;return n.map(g=>{let _=i(g),m=_.getFullYear(),p=_.getMonth(),T=_.getDate(),E=_.getHours(),v=_.getMinutes(),L=_.getSeconds(),C=m!=l&&a[2]||p!=c&&a[3]||T!=u&&a[4]||E!=h&&a[5]||v!=d&&a[6]||L!=f&&a[7]||a[1];return l=m,c=p,u=T,h=E,d=v,f=L,C(_)})}}function Ow(i,t){let e=Dd(t);return(n,s,r,o,a)=>s.map(l=>e(i(l)))}function fd(i,t,e){return new Date(i,t,e)}function hg(i,t){return t(i)}var Bw="{YYYY}-{MM}-{DD} {h}:{mm}{aa}";function ug(i,t){return(e,n,s,r)=>r==null?Ad:t(i(n))}function kw(i,t){let e=i.series[t];return e.width?e.stroke(i,t):e.points.width?e.points.stroke(i,t):null}function zw(i,t){return i.series[t].fill(i,t)}var Vw={show:!0,live:!0,isolate:!1,mount:ow,markers:{show:!0,width:2,stroke:kw,fill:zw,dash:"solid"},idx:null,idxs:null,values:[]};function Hw(i,t){let e=i.cursor.points,n=li(),s=e.size(i,t);Ve(n,Sa,s),Ve(n,wa,s);let r=s/-2;Ve(n,"marginLeft",r),Ve(n,"marginTop",r);let o=e.width(i,t,s);return o&&Ve(n,"borderWidth",o),n}function Gw(i,t){let e=i.series[t].points;return e._fill||e._stroke}function Ww(i,t){let e=i.series[t].points;return e._stroke||e._fill}function Xw(i,t){return i.series[t].points.size}var pd=[0,0];function qw(i,t,e){return pd[0]=t,pd[1]=e,pd}function Yc(i,t,e,n=!0){return s=>{s.button==0&&(!n||s.target==t)&&e(s)}}function md(i,t,e,n=!0){return s=>{(!n||s.target==t)&&e(s)}}var Yw={show:!0,x:!0,y:!0,lock:!1,move:qw,points:{one:!1,show:Hw,size:Xw,width:0,stroke:Ww,fill:Gw},bind:{mousedown:Yc,mouseup:Yc,click:Yc,dblclick:Yc,mousemove:md,mouseleave:md,mouseenter:md},drag:{setScale:!0,x:!0,y:!1,dist:0,uni:null,click:(i,t)=>{t.stopPropagation(),t.stopImmediatePropagation()},_x:!1,_y:!1},focus:{dist:(i,t,e,n,s)=>n-s,prox:-1,bias:0},hover:{skip:[void 0],prox:null,bias:0},left:-10,top:-10,idx:null,dataIdx:null,idxs:null,event:null},Xg={show:!0,stroke:"rgba(0,0,0,0.07)",width:2},Ud=je({},Xg,{filter:Ig}),qg=je({},Ud,{size:10}),Yg=je({},Xg,{show:!1}),Fd='12px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, "Noto Sans", sans-serif, "Apple Color Emoji", "Segoe UI Emoji", "Segoe UI Symbol", "Noto Color Emoji"',Zg="bold "+Fd,$g=1.5,dg={show:!0,scale:"x",stroke:Td,space:50,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:Zg,side:2,grid:Ud,ticks:qg,border:Yg,font:Fd,lineGap:$g,rotate:0},Zw="Value",$w="Time",fg={show:!0,scale:"x",auto:!1,sorted:1,min:Ie,max:-Ie,idxs:[]};function Kw(i,t,e,n,s){return t.map(r=>r==null?"":Id(r))}function Jw(i,t,e,n,s,r,o){let a=[],l=Rs.get(s)||0;e=o?e:Le(th(e,s),l);for(let c=e;c<=n;c=Le(c+s,l))a.push(Object.is(c,-0)?0:c);return a}function Md(i,t,e,n,s,r,o){let a=[],l=i.scales[i.axes[t].scale].log,c=l==10?es:Cg,u=Kn(c(e));s=ro(l,u),l==10&&(s=or[Si(s,or)]);let h=e,d=s*l;l==10&&(d=or[Si(d,or)]);do a.push(h),h=h+s,l==10&&!Rs.has(h)&&(h=Le(h,Rs.get(s))),h>=d&&(s=h,d=s*l,l==10&&(d=or[Si(d,or)]));while(h<=n);return a}function jw(i,t,e,n,s,r,o){let l=i.scales[i.axes[t].scale].asinh,c=n>l?Md(i,t,Nn(l,e),n,s):[l],u=n>=0&&e<=0?[0]:[];return(e<-l?Md(i,t,Nn(l,-n),-e,s):[l]).reverse().map(d=>-d).concat(u,c)}var Kg=/./,Qw=/[12357]/,tE=/[125]/,pg=/1/,bd=(i,t,e,n)=>i.map((s,r)=>t==4&&s==0||r%n==0&&e.test(s.toExponential()[s<0?1:0])?s:null);function eE(i,t,e,n,s){let r=i.axes[e],o=r.scale,a=i.scales[o],l=i.valToPos,c=r._space,u=l(10,o),h=l(9,o)-u>=c?Kg:l(7,o)-u>=c?Qw:l(5,o)-u>=c?tE:pg;if(h==pg){let d=rn(l(1,o)-u);if(d<c)return bd(t.slice().reverse(),a.distr,h,ci(c/d)).reverse()}return bd(t,a.distr,h,1)}function nE(i,t,e,n,s){let r=i.axes[e],o=r.scale,a=r._space,l=i.valToPos,c=rn(l(1,o)-l(2,o));return c<a?bd(t.slice().reverse(),3,Kg,ci(a/c)).reverse():t}function iE(i,t,e,n){return n==null?Ad:t==null?"":Id(t)}var mg={show:!0,scale:"y",stroke:Td,space:30,gap:5,alignTo:1,size:50,labelGap:0,labelSize:30,labelFont:Zg,side:3,grid:Ud,ticks:qg,border:Yg,font:Fd,lineGap:$g,rotate:0};function sE(i,t){let e=3+(i||1)*2;return Le(e*t,3)}function rE(i,t){let{scale:e,idxs:n}=i.series[0],s=i._data[0],r=i.valToPos(s[n[0]],e,!0),o=i.valToPos(s[n[1]],e,!0),a=rn(o-r),l=i.series[t],c=a/(l.points.space*Se);return n[1]-n[0]<=c}var gg={scale:null,auto:!0,sorted:0,min:Ie,max:-Ie},Jg=(i,t,e,n,s)=>s,_g={show:!0,auto:!0,sorted:0,gaps:Jg,alpha:1,facets:[je({},gg,{scale:"x"}),je({},gg,{scale:"y"})]},yg={scale:"y",auto:!0,sorted:0,show:!0,spanGaps:!1,gaps:Jg,alpha:1,points:{show:rE,filter:null},values:null,min:Ie,max:-Ie,idxs:[],path:null,clip:null};function oE(i,t,e,n,s){return e/10}var jg={time:!0,auto:!0,distr:1,log:10,asinh:1,min:null,max:null,dir:1,ori:0},aE=je({},jg,{time:!1,ori:1}),xg={};function Qg(i,t){let e=xg[i];return e||(e={key:i,plots:[],sub(n){e.plots.push(n)},unsub(n){e.plots=e.plots.filter(s=>s!=n)},pub(n,s,r,o,a,l,c){for(let u=0;u<e.plots.length;u++)e.plots[u]!=s&&e.plots[u].pub(n,s,r,o,a,l,c)}},i!=null&&(xg[i]=e)),e}var lo=1,Sd=2;function hr(i,t,e){let n=i.mode,s=i.series[t],r=n==2?i._data[t]:i._data,o=i.scales,a=i.bbox,l=r[0],c=n==2?r[1]:r[t],u=n==2?o[s.facets[0].scale]:o[i.series[0].scale],h=n==2?o[s.facets[1].scale]:o[s.scale],d=a.left,f=a.top,g=a.width,_=a.height,m=i.valToPosH,p=i.valToPosV;return u.ori==0?e(s,l,c,u,h,m,p,d,f,g,_,ih,ho,rh,e0,i0):e(s,l,c,u,h,p,m,f,d,_,g,sh,uo,kd,n0,s0)}function Od(i,t){let e=0,n=0,s=Me(i.bands,Ld);for(let r=0;r<s.length;r++){let o=s[r];o.series[0]==t?e=o.dir:o.series[1]==t&&(o.dir==1?n|=1:n|=2)}return[e,n==1?-1:n==2?1:n==3?2:0]}function lE(i,t,e,n,s){let r=i.mode,o=i.series[t],a=r==2?o.facets[1].scale:o.scale,l=i.scales[a];return s==-1?l.min:s==1?l.max:l.distr==3?l.dir==1?l.min:l.max:0}function ns(i,t,e,n,s,r){return hr(i,t,(o,a,l,c,u,h,d,f,g,_,m)=>{let p=o.pxRound,T=c.dir*(c.ori==0?1:-1),E=c.ori==0?ho:uo,v,L;T==1?(v=e,L=n):(v=n,L=e);let C=p(h(a[v],c,_,f)),U=p(d(l[v],u,m,g)),O=p(h(a[L],c,_,f)),w=p(d(r==1?u.max:u.min,u,m,g)),b=new Path2D(s);return E(b,O,w),E(b,C,w),E(b,C,U),b})}function nh(i,t,e,n,s,r){let o=null;if(i.length>0){o=new Path2D;let a=t==0?rh:kd,l=e;for(let h=0;h<i.length;h++){let d=i[h];if(d[1]>d[0]){let f=d[0]-l;f>0&&a(o,l,n,f,n+r),l=d[1]}}let c=e+s-l,u=10;c>0&&a(o,l,n-u/2,c,n+r+u)}return o}function cE(i,t,e){let n=i[i.length-1];n&&n[0]==t?n[1]=e:i.push([t,e])}function Bd(i,t,e,n,s,r,o){let a=[],l=i.length;for(let c=s==1?e:n;c>=e&&c<=n;c+=s)if(t[c]===null){let h=c,d=c;if(s==1)for(;++c<=n&&t[c]===null;)d=c;else for(;--c>=e&&t[c]===null;)d=c;let f=r(i[h]),g=d==h?f:r(i[d]),_=h-s;f=o<=0&&_>=0&&_<l?r(i[_]):f;let p=d+s;g=o>=0&&p>=0&&p<l?r(i[p]):g,g>=f&&a.push([f,g])}return a}function vg(i){return i==0?Pg:i==1?sn:t=>rr(t,i)}function t0(i){let t=i==0?ih:sh,e=i==0?(s,r,o,a,l,c)=>{s.arcTo(r,o,a,l,c)}:(s,r,o,a,l,c)=>{s.arcTo(o,r,l,a,c)},n=i==0?(s,r,o,a,l)=>{s.rect(r,o,a,l)}:(s,r,o,a,l)=>{s.rect(o,r,l,a)};return(s,r,o,a,l,c=0,u=0)=>{c==0&&u==0?n(s,r,o,a,l):(c=wi(c,a/2,l/2),u=wi(u,a/2,l/2),t(s,r+c,o),e(s,r+a,o,r+a,o+l,c),e(s,r+a,o+l,r,o+l,u),e(s,r,o+l,r,o,u),e(s,r,o,r+a,o,c),s.closePath())}}var ih=(i,t,e)=>{i.moveTo(t,e)},sh=(i,t,e)=>{i.moveTo(e,t)},ho=(i,t,e)=>{i.lineTo(t,e)},uo=(i,t,e)=>{i.lineTo(e,t)},rh=t0(0),kd=t0(1),e0=(i,t,e,n,s,r)=>{i.arc(t,e,n,s,r)},n0=(i,t,e,n,s,r)=>{i.arc(e,t,n,s,r)},i0=(i,t,e,n,s,r,o)=>{i.bezierCurveTo(t,e,n,s,r,o)},s0=(i,t,e,n,s,r,o)=>{i.bezierCurveTo(e,t,s,n,o,r)};function r0(i){return(t,e,n,s,r)=>hr(t,e,(o,a,l,c,u,h,d,f,g,_,m)=>{let{pxRound:p,points:T}=o,E,v;c.ori==0?(E=ih,v=e0):(E=sh,v=n0);let L=Le(T.width*Se,3),C=(T.size-T.width)/2*Se,U=Le(C*2,3),O=new Path2D,w=new Path2D,{left:b,top:A,width:k,height:V}=t.bbox;rh(w,b-U,A-U,k+U*2,V+U*2);let X=G=>{if(l[G]!=null){let q=p(h(a[G],c,_,f)),$=p(d(l[G],u,m,g));E(O,q+C,$),v(O,q,$,C,0,Zc*2)}};if(r)r.forEach(X);else for(let G=n;G<=s;G++)X(G);return{stroke:L>0?O:null,fill:O,clip:w,flags:lo|Sd}})}function o0(i){return(t,e,n,s,r,o)=>{n!=s&&(r!=n&&o!=n&&i(t,e,n),r!=s&&o!=s&&i(t,e,s),i(t,e,o))}}var hE=o0(ho),uE=o0(uo);function a0(i){let t=Me(i?.alignGaps,0);return(e,n,s,r)=>hr(e,n,(o,a,l,c,u,h,d,f,g,_,m)=>{[s,r]=jc(l,s,r);let p=o.pxRound,T=V=>p(h(V,c,_,f)),E=V=>p(d(V,u,m,g)),v,L;c.ori==0?(v=ho,L=hE):(v=uo,L=uE);let C=c.dir*(c.ori==0?1:-1),U={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:lo},O=U.stroke,w=!1;if(r-s>=_*4){let V=vt=>e.posToVal(vt,c.key,!0),X=null,G=null,q,$,j,ct=T(a[C==1?s:r]),ut=T(a[s]),xt=T(a[r]),At=V(C==1?ut+1:xt-1);for(let vt=C==1?s:r;vt>=s&&vt<=r;vt+=C){let Qt=a[vt],Q=(C==1?Qt<At:Qt>At)?ct:T(Qt),et=l[vt];Q==ct?et!=null?($=et,X==null?(v(O,Q,E($)),q=X=G=$):$<X?X=$:$>G&&(G=$)):et===null&&(w=!0):(X!=null&&L(O,ct,E(X),E(G),E(q),E($)),et!=null?($=et,v(O,Q,E($)),X=G=q=$):(X=G=null,et===null&&(w=!0)),ct=Q,At=V(ct+C))}X!=null&&X!=G&&j!=ct&&L(O,ct,E(X),E(G),E(q),E($))}else for(let V=C==1?s:r;V>=s&&V<=r;V+=C){let X=l[V];X===null?w=!0:X!=null&&v(O,T(a[V]),E(X))}let[A,k]=Od(e,n);if(o.fill!=null||A!=0){let V=U.fill=new Path2D(O),X=o.fillTo(e,n,o.min,o.max,A),G=E(X),q=T(a[s]),$=T(a[r]);C==-1&&([$,q]=[q,$]),v(V,$,G),v(V,q,G)}if(!o.spanGaps){let V=[];w&&V.push(...Bd(a,l,s,r,C,T,t)),U.gaps=V=o.gaps(e,n,s,r,V),U.clip=nh(V,c.ori,f,g,_,m)}return k!=0&&(U.band=k==2?[ns(e,n,s,r,O,-1),ns(e,n,s,r,O,1)]:ns(e,n,s,r,O,k)),U})}function dE(i){let t=Me(i.align,1),e=Me(i.ascDesc,!1),n=Me(i.alignGaps,0),s=Me(i.extend,!1);return(r,o,a,l)=>hr(r,o,(c,u,h,d,f,g,_,m,p,T,E)=>{[a,l]=jc(h,a,l);let v=c.pxRound,{left:L,width:C}=r.bbox,U=ut=>v(g(ut,d,T,m)),O=ut=>v(_(ut,f,E,p)),w=d.ori==0?ho:uo,b={stroke:new Path2D,fill:null,clip:null,band:null,gaps:null,flags:lo},A=b.stroke,k=d.dir*(d.ori==0?1:-1),V=O(h[k==1?a:l]),X=U(u[k==1?a:l]),G=X,q=X;s&&t==-1&&(q=L,w(A,q,V)),w(A,X,V);for(let ut=k==1?a:l;ut>=a&&ut<=l;ut+=k){let xt=h[ut];if(xt==null)continue;let At=U(u[ut]),vt=O(xt);t==1?w(A,At,V):w(A,G,vt),w(A,At,vt),V=vt,G=At}let $=G;s&&t==1&&($=L+C,w(A,$,V));let[j,ct]=Od(r,o);if(c.fill!=null||j!=0){let ut=b.fill=new Path2D(A),xt=c.fillTo(r,o,c.min,c.max,j),At=O(xt);w(ut,$,At),w(ut,q,At)}if(!c.spanGaps){let ut=[];ut.push(...Bd(u,h,a,l,k,U,n));let xt=c.width*Se/2,At=e||t==1?xt:-xt,vt=e||t==-1?-xt:xt;ut.forEach(Qt=>{Qt[0]+=At,Qt[1]+=vt}),b.gaps=ut=c.gaps(r,o,a,l,ut),b.clip=nh(ut,d.ori,m,p,T,E)}return ct!=0&&(b.band=ct==2?[ns(r,o,a,l,A,-1),ns(r,o,a,l,A,1)]:ns(r,o,a,l,A,ct)),b})}function Mg(i,t,e,n,s,r,o=Ie){if(i.length>1){let a=null;for(let l=0,c=1/0;l<i.length;l++)if(t[l]!==void 0){if(a!=null){let u=rn(i[l]-i[a]);u<c&&(c=u,o=rn(e(i[l],n,s,r)-e(i[a],n,s,r)))}a=l}}return o}function fE(i){i=i||Aa;let t=Me(i.size,[.6,Ie,1]),e=i.align||0,n=i.gap||0,s=i.radius;s=s==null?[0,0]:typeof s=="number"?[s,0]:s;let r=me(s),o=1-t[0],a=Me(t[1],Ie),l=Me(t[2],1),c=Me(i.disp,Aa),u=Me(i.each,f=>{}),{fill:h,stroke:d}=c;return(f,g,_,m)=>hr(f,g,(p,T,E,v,L,C,U,O,w,b,A)=>{let k=p.pxRound,V=e,X=n*Se,G=a*Se,q=l*Se,$,j;v.ori==0?[$,j]=r(f,g):[j,$]=r(f,g);let ct=v.dir*(v.ori==0?1:-1),ut=v.ori==0?rh:kd,xt=v.ori==0?u:(F,Y,nt,tt,Bt,mt,Ot)=>{u(F,Y,nt,Bt,tt,Ot,mt)},At=Me(f.bands,Ld).find(F=>F.series[0]==g),vt=At!=null?At.dir:0,Qt=p.fillTo(f,g,p.min,p.max,vt),te=k(U(Qt,L,A,w)),Q,et,Rt,Ft=b,Tt=k(p.width*Se),se=!1,fe=null,D=null,lt=null,ot=null;h!=null&&(Tt==0||d!=null)&&(se=!0,fe=h.values(f,g,_,m),D=new Map,new Set(fe).forEach(F=>{F!=null&&D.set(F,new Path2D)}),Tt>0&&(lt=d.values(f,g,_,m),ot=new Map,new Set(lt).forEach(F=>{F!=null&&ot.set(F,new Path2D)})));let{x0:it,size:st}=c;if(it!=null&&st!=null){V=1,T=it.values(f,g,_,m),it.unit==2&&(T=T.map(nt=>f.posToVal(O+nt*b,v.key,!0)));let F=st.values(f,g,_,m);st.unit==2?et=F[0]*b:et=C(F[0],v,b,O)-C(0,v,b,O),Ft=Mg(T,E,C,v,b,O,Ft),Rt=Ft-et+X}else Ft=Mg(T,E,C,v,b,O,Ft),Rt=Ft*o+X,et=Ft-Rt;Rt<1&&(Rt=0),Tt>=et/2&&(Tt=0),Rt<5&&(k=Pg);let Et=Rt>0,dt=Ft-Rt-(Et?Tt:0);et=k(vd(dt,q,G)),Q=(V==0?et/2:V==ct?0:et)-V*ct*((V==0?X/2:0)+(Et?Tt/2:0));let pt={stroke:null,fill:null,clip:null,band:null,gaps:null,flags:0},jt=se?null:new Path2D,Zt=null;if(At!=null)Zt=f.data[At.series[1]];else{let{y0:F,y1:Y}=c;F!=null&&Y!=null&&(E=Y.values(f,g,_,m),Zt=F.values(f,g,_,m))}let R=$*et,x=j*et;for(let F=ct==1?_:m;F>=_&&F<=m;F+=ct){let Y=E[F];if(Y==null)continue;if(Zt!=null){let wt=Zt[F]??0;if(Y-wt==0)continue;te=U(wt,L,A,w)}let nt=v.distr!=2||c!=null?T[F]:F,tt=C(nt,v,b,O),Bt=U(Me(Y,Qt),L,A,w),mt=k(tt-Q),Ot=k(Nn(Bt,te)),Lt=k(wi(Bt,te)),ht=Ot-Lt;if(Y!=null){let wt=Y<0?x:R,Xt=Y<0?R:x;se?(Tt>0&&lt[F]!=null&&ut(ot.get(lt[F]),mt,Lt+Kn(Tt/2),et,Nn(0,ht-Tt),wt,Xt),fe[F]!=null&&ut(D.get(fe[F]),mt,Lt+Kn(Tt/2),et,Nn(0,ht-Tt),wt,Xt)):ut(jt,mt,Lt+Kn(Tt/2),et,Nn(0,ht-Tt),wt,Xt),xt(f,g,F,mt-Tt/2,Lt,et+Tt,ht)}}return Tt>0?pt.stroke=se?ot:jt:se||(pt._fill=p.width==0?p._fill:p._stroke??p._fill,pt.width=0),pt.fill=se?D:jt,pt})}function pE(i,t){let e=Me(t?.alignGaps,0);return(n,s,r,o)=>hr(n,s,(a,l,c,u,h,d,f,g,_,m,p)=>{[r,o]=jc(c,r,o);let T=a.pxRound,E=$=>T(d($,u,m,g)),v=$=>T(f($,h,p,_)),L,C,U;u.ori==0?(L=ih,U=ho,C=i0):(L=sh,U=uo,C=s0);let O=u.dir*(u.ori==0?1:-1),w=E(l[O==1?r:o]),b=w,A=[],k=[];for(let $=O==1?r:o;$>=r&&$<=o;$+=O)if(c[$]!=null){let ct=l[$],ut=E(ct);A.push(b=ut),k.push(v(c[$]))}let V={stroke:i(A,k,L,U,C,T),fill:null,clip:null,band:null,gaps:null,flags:lo},X=V.stroke,[G,q]=Od(n,s);if(a.fill!=null||G!=0){let $=V.fill=new Path2D(X),j=a.fillTo(n,s,a.min,a.max,G),ct=v(j);U($,b,ct),U($,w,ct)}if(!a.spanGaps){let $=[];$.push(...Bd(l,c,r,o,O,E,e)),V.gaps=$=a.gaps(n,s,r,o,$),V.clip=nh($,u.ori,g,_,m,p)}return q!=0&&(V.band=q==2?[ns(n,s,r,o,X,-1),ns(n,s,r,o,X,1)]:ns(n,s,r,o,X,q)),V})}function mE(i){return pE(gE,i)}function gE(i,t,e,n,s,r){let o=i.length;if(o<2)return null;let a=new Path2D;if(e(a,i[0],t[0]),o==2)n(a,i[1],t[1]);else{let l=Array(o),c=Array(o-1),u=Array(o-1),h=Array(o-1);for(let d=0;d<o-1;d++)u[d]=t[d+1]-t[d],h[d]=i[d+1]-i[d],c[d]=u[d]/h[d];l[0]=c[0];for(let d=1;d<o-1;d++)c[d]===0||c[d-1]===0||c[d-1]>0!=c[d]>0?l[d]=0:(l[d]=3*(h[d-1]+h[d])/((2*h[d]+h[d-1])/c[d-1]+(h[d]+2*h[d-1])/c[d]),isFinite(l[d])||(l[d]=0));l[o-1]=c[o-2];for(let d=0;d<o-1;d++)s(a,i[d]+h[d]/3,t[d]+l[d]*h[d]/3,i[d+1]-h[d]/3,t[d+1]-l[d+1]*h[d]/3,i[d+1],t[d+1])}return a}var wd=new Set;function bg(){for(let i of wd)i.syncRect(!0)}co&&(lr(KS,so,bg),lr(JS,so,bg,!0),lr($c,so,()=>{on.pxRatio=Se}));var _E=a0(),yE=r0();function Sg(i,t,e,n){return(n?[i[0],i[1]].concat(i.slice(2)):[i[0]].concat(i.slice(1))).map((r,o)=>Ed(r,o,t,e))}function xE(i,t){return i.map((e,n)=>n==0?{}:je({},t,e))}function Ed(i,t,e,n){return je({},t==0?e:n,i)}function l0(i,t,e){return t==null?oo:[t,e]}var vE=l0;function ME(i,t,e){return t==null?oo:Kc(t,e,Pd,!0)}function c0(i,t,e,n){return t==null?oo:Qc(t,e,i.scales[n].log,!1)}var bE=c0;function h0(i,t,e,n){return t==null?oo:Rd(t,e,i.scales[n].log,!1)}var SE=h0;function wE(i,t,e,n,s){let r=Nn(eg(i),eg(t)),o=t-i,a=Si(s/n*o,e);do{let l=e[a],c=n*l/o;if(c>=s&&r+(l<5?Rs.get(l):0)<=17)return[l,c]}while(++a<e.length);return[0,0]}function wg(i){let t,e;return i=i.replace(/(\d+)px/,(n,s)=>(t=sn((e=+s)*Se))+"px"),[i,t,e]}function EE(i){i.show&&[i.font,i.labelFont].forEach(t=>{let e=Le(t[2]*Se,1);t[0]=t[0].replace(/[0-9.]+px/,e+"px"),t[1]=e})}function on(i,t,e){let n={mode:Me(i.mode,1)},s=n.mode;function r(y,M,P,I){let z=M.valToPct(y);return I+P*(M.dir==-1?1-z:z)}function o(y,M,P,I){let z=M.valToPct(y);return I+P*(M.dir==-1?z:1-z)}function a(y,M,P,I){return M.ori==0?r(y,M,P,I):o(y,M,P,I)}n.valToPosH=r,n.valToPosV=o;let l=!1;n.status=0;let c=n.root=li(LS);if(i.id!=null&&(c.id=i.id),$n(c,i.class),i.title){let y=li(US,c);y.textContent=i.title}let u=bi("canvas"),h=n.ctx=u.getContext("2d"),d=li(FS,c);lr("click",d,y=>{y.target===g&&(Oe!=gr||He!=_r)&&gn.click(n,y)},!0);let f=n.under=li(OS,d);d.appendChild(u);let g=n.over=li(BS,d);i=ao(i);let _=+Me(i.pxAlign,1),m=vg(_);(i.plugins||[]).forEach(y=>{y.opts&&(i=y.opts(n,i)||i)});let p=i.ms||.001,T=n.series=s==1?Sg(i.series||[],fg,yg,!1):xE(i.series||[null],_g),E=n.axes=Sg(i.axes||[],dg,mg,!0),v=n.scales={},L=n.bands=i.bands||[];L.forEach(y=>{y.fill=me(y.fill||null),y.dir=Me(y.dir,-1)});let C=s==2?T[1].facets[0].scale:T[0].scale,U={axes:i_,series:Ds},O=(i.drawOrder||["axes","series"]).map(y=>U[y]);function w(y){let M=y.distr==3?P=>es(P>0?P:y.clamp(n,P,y.min,y.max,y.key)):y.distr==4?P=>dd(P,y.asinh):y.distr==100?P=>y.fwd(P):P=>P;return P=>{let I=M(P),{_min:z,_max:Z}=y,rt=Z-z;return(I-z)/rt}}function b(y){let M=v[y];if(M==null){let P=(i.scales||Aa)[y]||Aa;if(P.from!=null){b(P.from);let I=je({},v[P.from],P,{key:y});I.valToPct=w(I),v[y]=I}else{M=v[y]=je({},y==C?jg:aE,P),M.key=y;let I=M.time,z=M.range,Z=Cs(z);if((y!=C||s==2&&!I)&&(Z&&(z[0]==null||z[1]==null)&&(z={min:z[0]==null?jm:{mode:1,hard:z[0],soft:z[0]},max:z[1]==null?jm:{mode:1,hard:z[1],soft:z[1]}},Z=!1),!Z&&eh(z))){let rt=z;z=(ft,St,Nt)=>St==null?oo:Kc(St,Nt,rt)}M.range=me(z||(I?vE:y==C?M.distr==3?bE:M.distr==4?SE:l0:M.distr==3?c0:M.distr==4?h0:ME)),M.auto=me(Z?!1:M.auto),M.clamp=me(M.clamp||oE),M._min=M._max=null,M.valToPct=w(M)}}}b("x"),b("y"),s==1&&T.forEach(y=>{b(y.scale)}),E.forEach(y=>{b(y.scale)});for(let y in i.scales)b(y);let A=v[C],k=A.distr,V,X;A.ori==0?($n(c,DS),V=r,X=o):($n(c,NS),V=o,X=r);let G={};for(let y in v){let M=v[y];(M.min!=null||M.max!=null)&&(G[y]={min:M.min,max:M.max},M.min=M.max=null)}let q=i.tzDate||(y=>new Date(sn(y/p))),$=i.fmtDate||Dd,j=p==1?Dw(q):Fw(q),ct=cg(q,lg(p==1?Lw:Uw,$)),ut=ug(q,hg(Bw,$)),xt=[],At=n.legend=je({},Vw,i.legend),vt=n.cursor=je({},Yw,{drag:{y:s==2}},i.cursor),Qt=At.show,te=vt.show,Q=At.markers;At.idxs=xt,Q.width=me(Q.width),Q.dash=me(Q.dash),Q.stroke=me(Q.stroke),Q.fill=me(Q.fill);let et,Rt,Ft,Tt=[],se=[],fe,D=!1,lt={};if(At.live){let y=T[1]?T[1].values:null;D=y!=null,fe=D?y(n,1,0):{_:0};for(let M in fe)lt[M]=Ad}if(Qt)if(et=bi("table",WS,c),Ft=bi("tbody",null,et),At.mount(n,et),D){Rt=bi("thead",null,et,Ft);let y=bi("tr",null,Rt);bi("th",null,y);for(var ot in fe)bi("th",km,y).textContent=ot}else $n(et,qS),At.live&&$n(et,XS);let it={show:!0},st={show:!1};function Et(y,M){if(M==0&&(D||!At.live||s==2))return oo;let P=[],I=bi("tr",YS,Ft,Ft.childNodes[M]);$n(I,y.class),y.show||$n(I,ar);let z=bi("th",null,I);if(Q.show){let ft=li(ZS,z);if(M>0){let St=Q.width(n,M);St&&(ft.style.border=St+"px "+Q.dash(n,M)+" "+Q.stroke(n,M)),ft.style.background=Q.fill(n,M)}}let Z=li(km,z);y.label instanceof HTMLElement?Z.appendChild(y.label):Z.textContent=y.label,M>0&&(Q.show||(Z.style.color=y.width>0?Q.stroke(n,M):Q.fill(n,M)),pt("click",z,ft=>{if(vt._lock)return;mn(ft);let St=T.indexOf(y);if((ft.ctrlKey||ft.metaKey)!=At.isolate){let Nt=T.some((Ut,Vt)=>Vt>0&&Vt!=St&&Ut.show);T.forEach((Ut,Vt)=>{Vt>0&&Ai(Vt,Nt?Vt==St?it:st:it,!0,$e.setSeries)})}else Ai(St,{show:!y.show},!0,$e.setSeries)},!1),Un&&pt(Gm,z,ft=>{vt._lock||(mn(ft),Ai(T.indexOf(y),xr,!0,$e.setSeries))},!1));for(var rt in fe){let ft=bi("td",$S,I);ft.textContent="--",P.push(ft)}return[I,P]}let dt=new Map;function pt(y,M,P,I=!0){let z=dt.get(M)||{},Z=vt.bind[y](n,M,P,I);Z&&(lr(y,M,z[y]=Z),dt.set(M,z))}function jt(y,M,P){let I=dt.get(M)||{};for(let z in I)(y==null||z==y)&&(xd(z,M,I[z]),delete I[z]);y==null&&dt.delete(M)}let Zt=0,R=0,x=0,F=0,Y=0,nt=0,tt=Y,Bt=nt,mt=x,Ot=F,Lt=0,ht=0,wt=0,Xt=0;n.bbox={};let Gt=!1,Ct=!1,ne=!1,B=!1,_t=!1,Mt=!1;function kt(y,M,P){(P||y!=n.width||M!=n.height)&&gt(y,M),dr(!1),ne=!0,Ct=!0,fr()}function gt(y,M){n.width=Zt=x=y,n.height=R=F=M,Y=nt=0,Ae(),ye();let P=n.bbox;Lt=P.left=rr(Y*Se,.5),ht=P.top=rr(nt*Se,.5),wt=P.width=rr(x*Se,.5),Xt=P.height=rr(F*Se,.5)}let at=3;function Ht(){let y=!1,M=0;for(;!y;){M++;let P=e_(M),I=n_(M);y=M==at||P&&I,y||(gt(n.width,n.height),Ct=!0)}}function re({width:y,height:M}){kt(y,M)}n.setSize=re;function Ae(){let y=!1,M=!1,P=!1,I=!1;E.forEach((z,Z)=>{if(z.show&&z._show){let{side:rt,_size:ft}=z,St=rt%2,Nt=z.label!=null?z.labelSize:0,Ut=ft+Nt;Ut>0&&(St?(x-=Ut,rt==3?(Y+=Ut,I=!0):P=!0):(F-=Ut,rt==0?(nt+=Ut,y=!0):M=!0))}}),zi[0]=y,zi[1]=P,zi[2]=M,zi[3]=I,x-=Ti[1]+Ti[3],Y+=Ti[3],F-=Ti[2]+Ti[0],nt+=Ti[0]}function ye(){let y=Y+x,M=nt+F,P=Y,I=nt;function z(Z,rt){switch(Z){case 1:return y+=rt,y-rt;case 2:return M+=rt,M-rt;case 3:return P-=rt,P+rt;case 0:return I-=rt,I+rt}}E.forEach((Z,rt)=>{if(Z.show&&Z._show){let ft=Z.side;Z._pos=z(ft,Z._size),Z.label!=null&&(Z._lpos=z(ft,Z.labelSize))}})}if(vt.dataIdx==null){let y=vt.hover,M=y.skip=new Set(y.skip??[]);M.add(void 0);let P=y.prox=me(y.prox),I=y.bias??=0;vt.dataIdx=(z,Z,rt,ft)=>{if(Z==0)return rt;let St=rt,Nt=P(z,Z,rt,ft)??Ie,Ut=Nt>=0&&Nt<Ie,Vt=A.ori==0?x:F,oe=vt.left,be=t[0],ve=t[Z];if(M.has(ve[rt])){St=null;let de=null,ee=null,Yt;if(I==0||I==-1)for(Yt=rt;de==null&&Yt-- >0;)M.has(ve[Yt])||(de=Yt);if(I==0||I==1)for(Yt=rt;ee==null&&Yt++<ve.length;)M.has(ve[Yt])||(ee=Yt);if(de!=null||ee!=null)if(Ut){let ke=de==null?-1/0:V(be[de],A,Vt,0),qe=ee==null?1/0:V(be[ee],A,Vt,0),dn=oe-ke,Ce=qe-oe;dn<=Ce?dn<=Nt&&(St=de):Ce<=Nt&&(St=ee)}else St=ee==null?de:de==null?ee:rt-de<=ee-rt?de:ee}else Ut&&rn(oe-V(be[rt],A,Vt,0))>Nt&&(St=null);return St}}let mn=y=>{vt.event=y};vt.idxs=xt,vt._lock=!1;let Pe=vt.points;Pe.show=me(Pe.show),Pe.size=me(Pe.size),Pe.stroke=me(Pe.stroke),Pe.width=me(Pe.width),Pe.fill=me(Pe.fill);let kn=n.focus=je({},i.focus||{alpha:.3},vt.focus),Un=kn.prox>=0,Ei=Un&&Pe.one,Sn=[],ki=[],hi=[];function _o(y,M){let P=Pe.show(n,M);if(P instanceof HTMLElement)return $n(P,GS),$n(P,y.class),Oi(P,-10,-10,x,F),g.insertBefore(P,Sn[M]),P}function Is(y,M){if(s==1||M>0){let P=s==1&&v[y.scale].time,I=y.value;y.value=P?sg(I)?ug(q,hg(I,$)):I||ut:I||iE,y.label=y.label||(P?$w:Zw)}if(Ei||M>0){y.width=y.width==null?1:y.width,y.paths=y.paths||_E||aw,y.fillTo=me(y.fillTo||lE),y.pxAlign=+Me(y.pxAlign,_),y.pxRound=vg(y.pxAlign),y.stroke=me(y.stroke||null),y.fill=me(y.fill||null),y._stroke=y._fill=y._paths=y._focus=null;let P=sE(Nn(1,y.width),1),I=y.points=je({},{size:P,width:Nn(1,P*.2),stroke:y.stroke,space:P*2,paths:yE,_stroke:null,_fill:null},y.points);I.show=me(I.show),I.filter=me(I.filter),I.fill=me(I.fill),I.stroke=me(I.stroke),I.paths=me(I.paths),I.pxAlign=y.pxAlign}if(Qt){let P=Et(y,M);Tt.splice(M,0,P[0]),se.splice(M,0,P[1]),At.values.push(null)}if(te){xt.splice(M,0,null);let P=null;Ei?M==0&&(P=_o(y,M)):M>0&&(P=_o(y,M)),Sn.splice(M,0,P),ki.splice(M,0,0),hi.splice(M,0,0)}un("addSeries",M)}function Da(y,M){M=M??T.length,y=s==1?Ed(y,M,fg,yg):Ed(y,M,{},_g),T.splice(M,0,y),Is(T[M],M)}n.addSeries=Da;function Na(y){if(T.splice(y,1),Qt){At.values.splice(y,1),se.splice(y,1);let M=Tt.splice(y,1)[0];jt(null,M.firstChild),M.remove()}te&&(xt.splice(y,1),Sn.splice(y,1)[0].remove(),ki.splice(y,1),hi.splice(y,1)),un("delSeries",y)}n.delSeries=Na;let zi=[!1,!1,!1,!1];function Sh(y,M){if(y._show=y.show,y.show){let P=y.side%2,I=v[y.scale];I==null&&(y.scale=P?T[1].scale:C,I=v[y.scale]);let z=I.time;y.size=me(y.size),y.space=me(y.space),y.rotate=me(y.rotate),Cs(y.incrs)&&y.incrs.forEach(rt=>{!Rs.has(rt)&&Rs.set(rt,Dg(rt))}),y.incrs=me(y.incrs||(I.distr==2?Rw:z?p==1?Iw:Nw:or)),y.splits=me(y.splits||(z&&I.distr==1?j:I.distr==3?Md:I.distr==4?jw:Jw)),y.stroke=me(y.stroke),y.grid.stroke=me(y.grid.stroke),y.ticks.stroke=me(y.ticks.stroke),y.border.stroke=me(y.border.stroke);let Z=y.values;y.values=Cs(Z)&&!Cs(Z[0])?me(Z):z?Cs(Z)?cg(q,lg(Z,$)):sg(Z)?Ow(q,Z):Z||ct:Z||Kw,y.filter=me(y.filter||(I.distr>=3&&I.log==10?eE:I.distr==3&&I.log==2?nE:Ig)),y.font=wg(y.font),y.labelFont=wg(y.labelFont),y._size=y.size(n,null,M,0),y._space=y._rotate=y._incrs=y._found=y._splits=y._values=null,y._size>0&&(zi[M]=!0,y._el=li(kS,d))}}function Ls(y,M,P,I){let[z,Z,rt,ft]=P,St=M%2,Nt=0;return St==0&&(ft||Z)&&(Nt=M==0&&!z||M==2&&!rt?sn(dg.size/3):0),St==1&&(z||rt)&&(Nt=M==1&&!Z||M==3&&!ft?sn(mg.size/2):0),Nt}let Ua=n.padding=(i.padding||[Ls,Ls,Ls,Ls]).map(y=>me(Me(y,Ls))),Ti=n._padding=Ua.map((y,M)=>y(n,M,zi,0)),Qe,S=null,H=null,J=s==1?T[0].idxs:null,K=null,W=!1;function yt(y,M){if(t=y??[],n.data=n._data=t,s==2){Qe=0;for(let P=1;P<T.length;P++)Qe+=t[P][0].length}else{t.length==0&&(n.data=n._data=t=[[]]),K=t[0],Qe=K.length;let P=t;if(k==2){P=t.slice();let I=P[0]=Array(Qe);for(let z=0;z<Qe;z++)I[z]=z}n._data=t=P}if(dr(!0),un("setData"),k==2&&(ne=!0),M!==!1){let P=A;P.auto(n,W)?Pt():os(C,P.min,P.max),B=B||vt.left>=0,Mt=!0,fr()}}n.setData=yt;function Pt(){W=!0;let y,M;s==1&&(Qe>0?(S=J[0]=0,H=J[1]=Qe-1,y=t[0][S],M=t[0][H],k==2?(y=S,M=H):y==M&&(k==3?[y,M]=Qc(y,y,A.log,!1):k==4?[y,M]=Rd(y,y,A.log,!1):A.time?M=y+sn(86400/p):[y,M]=Kc(y,M,Pd,!0))):(S=J[0]=y=null,H=J[1]=M=null)),os(C,y,M)}let zt,Dt,Kt,Jt,qt,ce,xe,De,Ee,ae;function $t(y,M,P,I,z,Z){y??=Vm,P??=Ld,I??="butt",z??=Vm,Z??="round",y!=zt&&(h.strokeStyle=zt=y),z!=Dt&&(h.fillStyle=Dt=z),M!=Kt&&(h.lineWidth=Kt=M),Z!=qt&&(h.lineJoin=qt=Z),I!=ce&&(h.lineCap=ce=I),P!=Jt&&h.setLineDash(Jt=P)}function Ne(y,M,P,I){M!=Dt&&(h.fillStyle=Dt=M),y!=xe&&(h.font=xe=y),P!=De&&(h.textAlign=De=P),I!=Ee&&(h.textBaseline=Ee=I)}function pe(y,M,P,I,z=0){if(I.length>0&&y.auto(n,W)&&(M==null||M.min==null)){let Z=Me(S,0),rt=Me(H,I.length-1),ft=P.min==null?ew(I,Z,rt,z,y.distr==3):[P.min,P.max];y.min=wi(y.min,P.min=ft[0]),y.max=Nn(y.max,P.max=ft[1])}}let yn={min:null,max:null};function is(){for(let I in v){let z=v[I];G[I]==null&&(z.min==null||G[C]!=null&&z.auto(n,W))&&(G[I]=yn)}for(let I in v){let z=v[I];G[I]==null&&z.from!=null&&G[z.from]!=null&&(G[I]=yn)}G[C]!=null&&dr(!0);let y={};for(let I in G){let z=G[I];if(z!=null){let Z=y[I]=ao(v[I],hw);if(z.min!=null)je(Z,z);else if(I!=C||s==2)if(Qe==0&&Z.from==null){let rt=Z.range(n,null,null,I);Z.min=rt[0],Z.max=rt[1]}else Z.min=Ie,Z.max=-Ie}}if(Qe>0){T.forEach((I,z)=>{if(s==1){let Z=I.scale,rt=G[Z];if(rt==null)return;let ft=y[Z];if(z==0){let St=ft.range(n,ft.min,ft.max,Z);ft.min=St[0],ft.max=St[1],S=Si(ft.min,t[0]),H=Si(ft.max,t[0]),H-S>1&&(t[0][S]<ft.min&&S++,t[0][H]>ft.max&&H--),I.min=K[S],I.max=K[H]}else I.show&&I.auto&&pe(ft,rt,I,t[z],I.sorted);I.idxs[0]=S,I.idxs[1]=H}else if(z>0&&I.show&&I.auto){let[Z,rt]=I.facets,ft=Z.scale,St=rt.scale,[Nt,Ut]=t[z],Vt=y[ft],oe=y[St];Vt!=null&&pe(Vt,G[ft],Z,Nt,Z.sorted),oe!=null&&pe(oe,G[St],rt,Ut,rt.sorted),I.min=rt.min,I.max=rt.max}});for(let I in y){let z=y[I],Z=G[I];if(z.from==null&&(Z==null||Z.min==null)){let rt=z.range(n,z.min==Ie?null:z.min,z.max==-Ie?null:z.max,I);z.min=rt[0],z.max=rt[1]}}}for(let I in y){let z=y[I];if(z.from!=null){let Z=y[z.from];if(Z.min==null)z.min=z.max=null;else{let rt=z.range(n,Z.min,Z.max,I);z.min=rt[0],z.max=rt[1]}}}let M={},P=!1;for(let I in y){let z=y[I],Z=v[I];if(Z.min!=z.min||Z.max!=z.max){Z.min=z.min,Z.max=z.max;let rt=Z.distr;Z._min=rt==3?es(Z.min):rt==4?dd(Z.min,Z.asinh):rt==100?Z.fwd(Z.min):Z.min,Z._max=rt==3?es(Z.max):rt==4?dd(Z.max,Z.asinh):rt==100?Z.fwd(Z.max):Z.max,M[I]=P=!0}}if(P){T.forEach((I,z)=>{s==2?z>0&&M.y&&(I._paths=null):M[I.scale]&&(I._paths=null)});for(let I in M)ne=!0,un("setScale",I);te&&vt.left>=0&&(B=Mt=!0)}for(let I in G)G[I]=null}function wn(y){let M=vd(S-1,0,Qe-1),P=vd(H+1,0,Qe-1);for(;y[M]==null&&M>0;)M--;for(;y[P]==null&&P<Qe-1;)P++;return[M,P]}function Ds(){if(Qe>0){let y=T.some(M=>M._focus)&&ae!=kn.alpha;y&&(h.globalAlpha=ae=kn.alpha),T.forEach((M,P)=>{if(P>0&&M.show&&(Ue(P,!1),Ue(P,!0),M._paths==null)){let I=ae;ae!=M.alpha&&(h.globalAlpha=ae=M.alpha);let z=s==2?[0,t[P][0].length-1]:wn(t[P]);M._paths=M.paths(n,P,z[0],z[1]),ae!=I&&(h.globalAlpha=ae=I)}}),T.forEach((M,P)=>{if(P>0&&M.show){let I=ae;ae!=M.alpha&&(h.globalAlpha=ae=M.alpha),M._paths!=null&&En(P,!1);{let z=M._paths!=null?M._paths.gaps:null,Z=M.points.show(n,P,S,H,z),rt=M.points.filter(n,P,Z,z);(Z||rt)&&(M.points._paths=M.points.paths(n,P,S,H,rt),En(P,!0))}ae!=I&&(h.globalAlpha=ae=I),un("drawSeries",P)}}),y&&(h.globalAlpha=ae=1)}}function Ue(y,M){let P=M?T[y].points:T[y];P._stroke=P.stroke(n,y),P._fill=P.fill(n,y)}function En(y,M){let P=M?T[y].points:T[y],{stroke:I,fill:z,clip:Z,flags:rt,_stroke:ft=P._stroke,_fill:St=P._fill,_width:Nt=P.width}=P._paths;Nt=Le(Nt*Se,3);let Ut=null,Vt=Nt%2/2;M&&St==null&&(St=Nt>0?"#fff":ft);let oe=P.pxAlign==1&&Vt>0;if(oe&&h.translate(Vt,Vt),!M){let be=Lt-Nt/2,ve=ht-Nt/2,de=wt+Nt,ee=Xt+Nt;Ut=new Path2D,Ut.rect(be,ve,de,ee)}M?ln(ft,Nt,P.dash,P.cap,St,I,z,rt,Z):Fn(y,ft,Nt,P.dash,P.cap,St,I,z,rt,Ut,Z),oe&&h.translate(-Vt,-Vt)}function Fn(y,M,P,I,z,Z,rt,ft,St,Nt,Ut){let Vt=!1;St!=0&&L.forEach((oe,be)=>{if(oe.series[0]==y){let ve=T[oe.series[1]],de=t[oe.series[1]],ee=(ve._paths||Aa).band;Cs(ee)&&(ee=oe.dir==1?ee[0]:ee[1]);let Yt,ke=null;ve.show&&ee&&iw(de,S,H)?(ke=oe.fill(n,be)||Z,Yt=ve._paths.clip):ee=null,ln(M,P,I,z,ke,rt,ft,St,Nt,Ut,Yt,ee),Vt=!0}}),Vt||ln(M,P,I,z,Z,rt,ft,St,Nt,Ut)}let an=lo|Sd;function ln(y,M,P,I,z,Z,rt,ft,St,Nt,Ut,Vt){$t(y,M,P,I,z),(St||Nt||Vt)&&(h.save(),St&&h.clip(St),Nt&&h.clip(Nt)),Vt?(ft&an)==an?(h.clip(Vt),Ut&&h.clip(Ut),Qn(z,rt),ss(y,Z,M)):ft&Sd?(Qn(z,rt),h.clip(Vt),ss(y,Z,M)):ft&lo&&(h.save(),h.clip(Vt),Ut&&h.clip(Ut),Qn(z,rt),h.restore(),ss(y,Z,M)):(Qn(z,rt),ss(y,Z,M)),(St||Nt||Vt)&&h.restore()}function ss(y,M,P){P>0&&(M instanceof Map?M.forEach((I,z)=>{h.strokeStyle=zt=z,h.stroke(I)}):M!=null&&y&&h.stroke(M))}function Qn(y,M){M instanceof Map?M.forEach((P,I)=>{h.fillStyle=Dt=I,h.fill(P)}):M!=null&&y&&h.fill(M)}function t_(y,M,P,I){let z=E[y],Z;if(I<=0)Z=[0,0];else{let rt=z._space=z.space(n,y,M,P,I),ft=z._incrs=z.incrs(n,y,M,P,I,rt);Z=wE(M,P,ft,I,rt)}return z._found=Z}function wh(y,M,P,I,z,Z,rt,ft,St,Nt){let Ut=rt%2/2;_==1&&h.translate(Ut,Ut),$t(ft,rt,St,Nt,ft),h.beginPath();let Vt,oe,be,ve,de=z+(I==0||I==3?-Z:Z);P==0?(oe=z,ve=de):(Vt=z,be=de);for(let ee=0;ee<y.length;ee++)M[ee]!=null&&(P==0?Vt=be=y[ee]:oe=ve=y[ee],h.moveTo(Vt,oe),h.lineTo(be,ve));h.stroke(),_==1&&h.translate(-Ut,-Ut)}function e_(y){let M=!0;return E.forEach((P,I)=>{if(!P.show)return;let z=v[P.scale];if(z.min==null){P._show&&(M=!1,P._show=!1,dr(!1));return}else P._show||(M=!1,P._show=!0,dr(!1));let Z=P.side,rt=Z%2,{min:ft,max:St}=z,[Nt,Ut]=t_(I,ft,St,rt==0?x:F);if(Ut==0)return;let Vt=z.distr==2,oe=P._splits=P.splits(n,I,ft,St,Nt,Ut,Vt),be=z.distr==2?oe.map(Yt=>K[Yt]):oe,ve=z.distr==2?K[oe[1]]-K[oe[0]]:Nt,de=P._values=P.values(n,P.filter(n,be,I,Ut,ve),I,Ut,ve);P._rotate=Z==2?P.rotate(n,de,I,Ut):0;let ee=P._size;P._size=ci(P.size(n,de,I,y)),ee!=null&&P._size!=ee&&(M=!1)}),M}function n_(y){let M=!0;return Ua.forEach((P,I)=>{let z=P(n,I,zi,y);z!=Ti[I]&&(M=!1),Ti[I]=z}),M}function i_(){for(let y=0;y<E.length;y++){let M=E[y];if(!M.show||!M._show)continue;let P=M.side,I=P%2,z,Z,rt=M.stroke(n,y),ft=P==0||P==3?-1:1,[St,Nt]=M._found;if(M.label!=null){let An=M.labelGap*ft,Hn=sn((M._lpos+An)*Se);Ne(M.labelFont[0],rt,"center",P==2?"top":zm),h.save(),I==1?(z=Z=0,h.translate(Hn,sn(ht+Xt/2)),h.rotate((P==3?-Zc:Zc)/2)):(z=sn(Lt+wt/2),Z=Hn);let Fs=Rg(M.label)?M.label(n,y,St,Nt):M.label;h.fillText(Fs,z,Z),h.restore()}if(Nt==0)continue;let Ut=v[M.scale],Vt=I==0?wt:Xt,oe=I==0?Lt:ht,be=M._splits,ve=Ut.distr==2?be.map(An=>K[An]):be,de=Ut.distr==2?K[be[1]]-K[be[0]]:St,ee=M.ticks,Yt=M.border,ke=ee.show?ee.size:0,qe=sn(ke*Se),dn=sn((M.alignTo==2?M._size-ke-M.gap:M.gap)*Se),Ce=M._rotate*-Zc/180,Ye=m(M._pos*Se),zn=(qe+dn)*ft,Tn=Ye+zn;Z=I==0?Tn:0,z=I==1?Tn:0;let ti=M.font[0],ui=M.align==1?no:M.align==2?cd:Ce>0?no:Ce<0?cd:I==0?"center":P==3?cd:no,Ri=Ce||I==1?"middle":P==2?"top":zm;Ne(ti,rt,ui,Ri);let Vn=M.font[1]*M.lineGap,ei=be.map(An=>m(a(An,Ut,Vt,oe))),di=M._values;for(let An=0;An<di.length;An++){let Hn=di[An];if(Hn!=null){I==0?z=ei[An]:Z=ei[An],Hn=""+Hn;let Fs=Hn.indexOf(`
`)==-1?[Hn]:Hn.split(/\n/gm);for(let Cn=0;Cn<Fs.length;Cn++){let Mf=Fs[Cn];Ce?(h.save(),h.translate(z,Z+Cn*Vn),h.rotate(Ce),h.fillText(Mf,0,0),h.restore()):h.fillText(Mf,z,Z+Cn*Vn)}}}ee.show&&wh(ei,ee.filter(n,ve,y,Nt,de),I,P,Ye,qe,Le(ee.width*Se,3),ee.stroke(n,y),ee.dash,ee.cap);let Pi=M.grid;Pi.show&&wh(ei,Pi.filter(n,ve,y,Nt,de),I,I==0?2:1,I==0?ht:Lt,I==0?Xt:wt,Le(Pi.width*Se,3),Pi.stroke(n,y),Pi.dash,Pi.cap),Yt.show&&wh([Ye],[1],I==0?1:0,I==0?1:2,I==1?ht:Lt,I==1?Xt:wt,Le(Yt.width*Se,3),Yt.stroke(n,y),Yt.dash,Yt.cap)}un("drawAxes")}function dr(y){T.forEach((M,P)=>{P>0&&(M._paths=null,y&&(s==1?(M.min=null,M.max=null):M.facets.forEach(I=>{I.min=null,I.max=null})))})}let Fa=!1,Eh=!1,yo=[];function s_(){Eh=!1;for(let y=0;y<yo.length;y++)un(...yo[y]);yo.length=0}function fr(){Fa||(_w(nf),Fa=!0)}function r_(y,M=!1){Fa=!0,Eh=M,y(n),nf(),M&&yo.length>0&&queueMicrotask(s_)}n.batch=r_;function nf(){if(Gt&&(is(),Gt=!1),ne&&(Ht(),ne=!1),Ct){if(Ve(f,no,Y),Ve(f,"top",nt),Ve(f,Sa,x),Ve(f,wa,F),Ve(g,no,Y),Ve(g,"top",nt),Ve(g,Sa,x),Ve(g,wa,F),Ve(d,Sa,Zt),Ve(d,wa,R),u.width=sn(Zt*Se),u.height=sn(R*Se),E.forEach(({_el:y,_show:M,_size:P,_pos:I,side:z})=>{if(y!=null)if(M){let Z=z===3||z===0?P:0,rt=z%2==1;Ve(y,rt?"left":"top",I-Z),Ve(y,rt?"width":"height",P),Ve(y,rt?"top":"left",rt?nt:Y),Ve(y,rt?"height":"width",rt?F:x),yd(y,ar)}else $n(y,ar)}),zt=Dt=Kt=qt=ce=xe=De=Ee=Jt=null,ae=1,Mo(!0),Y!=tt||nt!=Bt||x!=mt||F!=Ot){dr(!1);let y=x/mt,M=F/Ot;if(te&&!B&&vt.left>=0){vt.left*=y,vt.top*=M,pr&&Oi(pr,sn(vt.left),0,x,F),mr&&Oi(mr,0,sn(vt.top),x,F);for(let P=0;P<Sn.length;P++){let I=Sn[P];I!=null&&(ki[P]*=y,hi[P]*=M,Oi(I,ci(ki[P]),ci(hi[P]),x,F))}}if(Be.show&&!_t&&Be.left>=0&&Be.width>0){Be.left*=y,Be.width*=y,Be.top*=M,Be.height*=M;for(let P in Ih)Ve(yr,P,Be[P])}tt=Y,Bt=nt,mt=x,Ot=F}un("setSize"),Ct=!1}Zt>0&&R>0&&(h.clearRect(0,0,u.width,u.height),un("drawClear"),O.forEach(y=>y()),un("draw")),Be.show&&_t&&(Oa(Be),_t=!1),te&&B&&(Us(null,!0,!1),B=!1),At.show&&At.live&&Mt&&(Rh(),Mt=!1),l||(l=!0,n.status=1,un("ready")),W=!1,Fa=!1}n.redraw=(y,M)=>{ne=M||!1,y!==!1?os(C,A.min,A.max):fr()};function Th(y,M){let P=v[y];if(P.from==null){if(Qe==0){let I=P.range(n,M.min,M.max,y);M.min=I[0],M.max=I[1]}if(M.min>M.max){let I=M.min;M.min=M.max,M.max=I}if(Qe>1&&M.min!=null&&M.max!=null&&M.max-M.min<1e-16)return;y==C&&P.distr==2&&Qe>0&&(M.min=Si(M.min,t[0]),M.max=Si(M.max,t[0]),M.min==M.max&&M.max++),G[y]=M,Gt=!0,fr()}}n.setScale=Th;let Ah,Ch,pr,mr,sf,rf,gr,_r,of,af,Oe,He,rs=!1,gn=vt.drag,cn=gn.x,hn=gn.y;te&&(vt.x&&(Ah=li(VS,g)),vt.y&&(Ch=li(HS,g)),A.ori==0?(pr=Ah,mr=Ch):(pr=Ch,mr=Ah),Oe=vt.left,He=vt.top);let Be=n.select=je({show:!0,over:!0,left:0,width:0,top:0,height:0},i.select),yr=Be.show?li(zS,Be.over?g:f):null;function Oa(y,M){if(Be.show){for(let P in y)Be[P]=y[P],P in Ih&&Ve(yr,P,y[P]);M!==!1&&un("setSelect")}}n.setSelect=Oa;function o_(y){if(T[y].show)Qt&&yd(Tt[y],ar);else if(Qt&&$n(Tt[y],ar),te){let P=Ei?Sn[0]:Sn[y];P!=null&&Oi(P,-10,-10,x,F)}}function os(y,M,P){Th(y,{min:M,max:P})}function Ai(y,M,P,I){M.focus!=null&&u_(y),M.show!=null&&T.forEach((z,Z)=>{Z>0&&(y==Z||y==null)&&(z.show=M.show,o_(Z),s==2?(os(z.facets[0].scale,null,null),os(z.facets[1].scale,null,null)):os(z.scale,null,null),fr())}),P!==!1&&un("setSeries",y,M),I&&bo("setSeries",n,y,M)}n.setSeries=Ai;function a_(y,M){je(L[y],M)}function l_(y,M){y.fill=me(y.fill||null),y.dir=Me(y.dir,-1),M=M??L.length,L.splice(M,0,y)}function c_(y){y==null?L.length=0:L.splice(y,1)}n.addBand=l_,n.setBand=a_,n.delBand=c_;function h_(y,M){T[y].alpha=M,te&&Sn[y]!=null&&(Sn[y].style.opacity=M),Qt&&Tt[y]&&(Tt[y].style.opacity=M)}let Vi,as,Ns,xr={focus:!0};function u_(y){if(y!=Ns){let M=y==null,P=kn.alpha!=1;T.forEach((I,z)=>{if(s==1||z>0){let Z=M||z==0||z==y;I._focus=M?null:Z,P&&h_(z,Z?1:kn.alpha)}}),Ns=y,P&&fr()}}Qt&&Un&&pt(Wm,et,y=>{vt._lock||(mn(y),Ns!=null&&Ai(null,xr,!0,$e.setSeries))});function Ci(y,M,P){let I=v[M];P&&(y=y/Se-(I.ori==1?nt:Y));let z=x;I.ori==1&&(z=F,y=z-y),I.dir==-1&&(y=z-y);let Z=I._min,rt=I._max,ft=y/z,St=Z+(rt-Z)*ft,Nt=I.distr;return Nt==3?ro(10,St):Nt==4?rw(St,I.asinh):Nt==100?I.bwd(St):St}function d_(y,M){let P=Ci(y,C,M);return Si(P,t[0],S,H)}n.valToIdx=y=>Si(y,t[0]),n.posToIdx=d_,n.posToVal=Ci,n.valToPos=(y,M,P)=>v[M].ori==0?r(y,v[M],P?wt:x,P?Lt:0):o(y,v[M],P?Xt:F,P?ht:0),n.setCursor=(y,M,P)=>{Oe=y.left,He=y.top,Us(null,M,P)};function lf(y,M){Ve(yr,no,Be.left=y),Ve(yr,Sa,Be.width=M)}function cf(y,M){Ve(yr,"top",Be.top=y),Ve(yr,wa,Be.height=M)}let xo=A.ori==0?lf:cf,vo=A.ori==1?lf:cf;function f_(){if(Qt&&At.live)for(let y=s==2?1:0;y<T.length;y++){if(y==0&&D)continue;let M=At.values[y],P=0;for(let I in M)se[y][P++].firstChild.nodeValue=M[I]}}function Rh(y,M){if(y!=null&&(y.idxs?y.idxs.forEach((P,I)=>{xt[I]=P}):cw(y.idx)||xt.fill(y.idx),At.idx=xt[0]),Qt&&At.live){for(let P=0;P<T.length;P++)(P>0||s==1&&!D)&&p_(P,xt[P]);f_()}Mt=!1,M!==!1&&un("setLegend")}n.setLegend=Rh;function p_(y,M){let P=T[y],I=y==0&&k==2?K:t[y],z;D?z=P.values(n,y,M)??lt:(z=P.value(n,M==null?null:I[M],y,M),z=z==null?lt:{_:z}),At.values[y]=z}function Us(y,M,P){of=Oe,af=He,[Oe,He]=vt.move(n,Oe,He),vt.left=Oe,vt.top=He,te&&(pr&&Oi(pr,sn(Oe),0,x,F),mr&&Oi(mr,0,sn(He),x,F));let I,z=S>H;Vi=Ie,as=null;let Z=A.ori==0?x:F,rt=A.ori==1?x:F;if(Oe<0||Qe==0||z){I=vt.idx=null;for(let ft=0;ft<T.length;ft++){let St=Sn[ft];St!=null&&Oi(St,-10,-10,x,F)}Un&&Ai(null,xr,!0,y==null&&$e.setSeries),At.live&&(xt.fill(I),Mt=!0)}else{let ft,St,Nt;s==1&&(ft=A.ori==0?Oe:He,St=Ci(ft,C),I=vt.idx=Si(St,t[0],S,H),Nt=V(t[0][I],A,Z,0));let Ut=-10,Vt=-10,oe=0,be=0,ve=!0,de="",ee="";for(let Yt=s==2?1:0;Yt<T.length;Yt++){let ke=T[Yt],qe=xt[Yt],dn=qe==null?null:s==1?t[Yt][qe]:t[Yt][1][qe],Ce=vt.dataIdx(n,Yt,I,St),Ye=Ce==null?null:s==1?t[Yt][Ce]:t[Yt][1][Ce];if(Mt=Mt||Ye!=dn||Ce!=qe,xt[Yt]=Ce,Yt>0&&ke.show){let zn=Ce==null?-10:Ce==I?Nt:V(s==1?t[0][Ce]:t[Yt][0][Ce],A,Z,0),Tn=Ye==null?-10:X(Ye,s==1?v[ke.scale]:v[ke.facets[1].scale],rt,0);if(Un&&Ye!=null){let ti=A.ori==1?Oe:He,ui=rn(kn.dist(n,Yt,Ce,Tn,ti));if(ui<Vi){let Ri=kn.bias;if(Ri!=0){let Vn=Ci(ti,ke.scale),ei=Ye>=0?1:-1,di=Vn>=0?1:-1;di==ei&&(di==1?Ri==1?Ye>=Vn:Ye<=Vn:Ri==1?Ye<=Vn:Ye>=Vn)&&(Vi=ui,as=Yt)}else Vi=ui,as=Yt}}if(Mt||Ei){let ti,ui;A.ori==0?(ti=zn,ui=Tn):(ti=Tn,ui=zn);let Ri,Vn,ei,di,Pi,An,Hn=!0,Fs=Pe.bbox;if(Fs!=null){Hn=!1;let Cn=Fs(n,Yt);ei=Cn.left,di=Cn.top,Ri=Cn.width,Vn=Cn.height}else ei=ti,di=ui,Ri=Vn=Pe.size(n,Yt);if(An=Pe.fill(n,Yt),Pi=Pe.stroke(n,Yt),Ei)Yt==as&&Vi<=kn.prox&&(Ut=ei,Vt=di,oe=Ri,be=Vn,ve=Hn,de=An,ee=Pi);else{let Cn=Sn[Yt];Cn!=null&&(ki[Yt]=ei,hi[Yt]=di,Jm(Cn,Ri,Vn,Hn),$m(Cn,An,Pi),Oi(Cn,ci(ei),ci(di),x,F))}}}}if(Ei){let Yt=kn.prox,ke=Ns==null?Vi<=Yt:Vi>Yt||as!=Ns;if(Mt||ke){let qe=Sn[0];qe!=null&&(ki[0]=Ut,hi[0]=Vt,Jm(qe,oe,be,ve),$m(qe,de,ee),Oi(qe,ci(Ut),ci(Vt),x,F))}}}if(Be.show&&rs)if(y!=null){let[ft,St]=$e.scales,[Nt,Ut]=$e.match,[Vt,oe]=y.cursor.sync.scales,be=y.cursor.drag;if(cn=be._x,hn=be._y,cn||hn){let{left:ve,top:de,width:ee,height:Yt}=y.select,ke=y.scales[Vt].ori,qe=y.posToVal,dn,Ce,Ye,zn,Tn,ti=ft!=null&&Nt(ft,Vt),ui=St!=null&&Ut(St,oe);ti&&cn?(ke==0?(dn=ve,Ce=ee):(dn=de,Ce=Yt),Ye=v[ft],zn=V(qe(dn,Vt),Ye,Z,0),Tn=V(qe(dn+Ce,Vt),Ye,Z,0),xo(wi(zn,Tn),rn(Tn-zn))):xo(0,Z),ui&&hn?(ke==1?(dn=ve,Ce=ee):(dn=de,Ce=Yt),Ye=v[St],zn=X(qe(dn,oe),Ye,rt,0),Tn=X(qe(dn+Ce,oe),Ye,rt,0),vo(wi(zn,Tn),rn(Tn-zn))):vo(0,rt)}else Lh()}else{let ft=rn(of-sf),St=rn(af-rf);if(A.ori==1){let oe=ft;ft=St,St=oe}cn=gn.x&&ft>=gn.dist,hn=gn.y&&St>=gn.dist;let Nt=gn.uni;Nt!=null?cn&&hn&&(cn=ft>=Nt,hn=St>=Nt,!cn&&!hn&&(St>ft?hn=!0:cn=!0)):gn.x&&gn.y&&(cn||hn)&&(cn=hn=!0);let Ut,Vt;cn&&(A.ori==0?(Ut=gr,Vt=Oe):(Ut=_r,Vt=He),xo(wi(Ut,Vt),rn(Vt-Ut)),hn||vo(0,rt)),hn&&(A.ori==1?(Ut=gr,Vt=Oe):(Ut=_r,Vt=He),vo(wi(Ut,Vt),rn(Vt-Ut)),cn||xo(0,Z)),!cn&&!hn&&(xo(0,0),vo(0,0))}if(gn._x=cn,gn._y=hn,y==null){if(P){if(vf!=null){let[ft,St]=$e.scales;$e.values[0]=ft!=null?Ci(A.ori==0?Oe:He,ft):null,$e.values[1]=St!=null?Ci(A.ori==1?Oe:He,St):null}bo(hd,n,Oe,He,x,F,I)}if(Un){let ft=P&&$e.setSeries,St=kn.prox;Ns==null?Vi<=St&&Ai(as,xr,!0,ft):Vi>St?Ai(null,xr,!0,ft):as!=Ns&&Ai(as,xr,!0,ft)}}Mt&&(At.idx=I,Rh()),M!==!1&&un("setCursor")}let ls=null;Object.defineProperty(n,"rect",{get(){return ls==null&&Mo(!1),ls}});function Mo(y=!1){y?ls=null:(ls=g.getBoundingClientRect(),un("syncRect",ls))}function hf(y,M,P,I,z,Z,rt){vt._lock||rs&&y!=null&&y.movementX==0&&y.movementY==0||(Ph(y,M,P,I,z,Z,rt,!1,y!=null),y!=null?Us(null,!0,!0):Us(M,!0,!1))}function Ph(y,M,P,I,z,Z,rt,ft,St){if(ls==null&&Mo(!1),mn(y),y!=null)P=y.clientX-ls.left,I=y.clientY-ls.top;else{if(P<0||I<0){Oe=-10,He=-10;return}let[Nt,Ut]=$e.scales,Vt=M.cursor.sync,[oe,be]=Vt.values,[ve,de]=Vt.scales,[ee,Yt]=$e.match,ke=M.axes[0].side%2==1,qe=A.ori==0?x:F,dn=A.ori==1?x:F,Ce=ke?Z:z,Ye=ke?z:Z,zn=ke?I:P,Tn=ke?P:I;if(ve!=null?P=ee(Nt,ve)?a(oe,v[Nt],qe,0):-10:P=qe*(zn/Ce),de!=null?I=Yt(Ut,de)?a(be,v[Ut],dn,0):-10:I=dn*(Tn/Ye),A.ori==1){let ti=P;P=I,I=ti}}St&&(M==null||M.cursor.event.type==hd)&&((P<=1||P>=x-1)&&(P=rr(P,x)),(I<=1||I>=F-1)&&(I=rr(I,F))),ft?(sf=P,rf=I,[gr,_r]=vt.move(n,P,I)):(Oe=P,He=I)}let Ih={width:0,height:0,left:0,top:0};function Lh(){Oa(Ih,!1)}let uf,df,ff,pf;function mf(y,M,P,I,z,Z,rt){rs=!0,cn=hn=gn._x=gn._y=!1,Ph(y,M,P,I,z,Z,rt,!0,!1),y!=null&&(pt(ud,gd,gf,!1),bo(Hm,n,gr,_r,x,F,null));let{left:ft,top:St,width:Nt,height:Ut}=Be;uf=ft,df=St,ff=Nt,pf=Ut}function gf(y,M,P,I,z,Z,rt){rs=gn._x=gn._y=!1,Ph(y,M,P,I,z,Z,rt,!1,!0);let{left:ft,top:St,width:Nt,height:Ut}=Be,Vt=Nt>0||Ut>0,oe=uf!=ft||df!=St||ff!=Nt||pf!=Ut;if(Vt&&oe&&Oa(Be),gn.setScale&&Vt&&oe){let be=ft,ve=Nt,de=St,ee=Ut;if(A.ori==1&&(be=St,ve=Ut,de=ft,ee=Nt),cn&&os(C,Ci(be,C),Ci(be+ve,C)),hn)for(let Yt in v){let ke=v[Yt];Yt!=C&&ke.from==null&&ke.min!=Ie&&os(Yt,Ci(de+ee,Yt),Ci(de,Yt))}Lh()}else vt.lock&&(vt._lock=!vt._lock,Us(M,!0,y!=null));y!=null&&(jt(ud,gd),bo(ud,n,Oe,He,x,F,null))}function m_(y,M,P,I,z,Z,rt){if(vt._lock)return;mn(y);let ft=rs;if(rs){let St=!0,Nt=!0,Ut=10,Vt,oe;A.ori==0?(Vt=cn,oe=hn):(Vt=hn,oe=cn),Vt&&oe&&(St=Oe<=Ut||Oe>=x-Ut,Nt=He<=Ut||He>=F-Ut),Vt&&St&&(Oe=Oe<gr?0:x),oe&&Nt&&(He=He<_r?0:F),Us(null,!0,!0),rs=!1}Oe=-10,He=-10,xt.fill(null),Us(null,!0,!0),ft&&(rs=ft)}function _f(y,M,P,I,z,Z,rt){vt._lock||(mn(y),Pt(),Lh(),y!=null&&bo(Xm,n,Oe,He,x,F,null))}function yf(){E.forEach(EE),kt(n.width,n.height,!0)}lr($c,so,yf);let vr={};vr.mousedown=mf,vr.mousemove=hf,vr.mouseup=gf,vr.dblclick=_f,vr.setSeries=(y,M,P,I)=>{let z=$e.match[2];P=z(n,M,P),P!=-1&&Ai(P,I,!0,!1)},te&&(pt(Hm,g,mf),pt(hd,g,hf),pt(Gm,g,y=>{mn(y),Mo(!1)}),pt(Wm,g,m_),pt(Xm,g,_f),wd.add(n),n.syncRect=Mo);let Ba=n.hooks=i.hooks||{};function un(y,M,P){Eh?yo.push([y,M,P]):y in Ba&&Ba[y].forEach(I=>{I.call(null,n,M,P)})}(i.plugins||[]).forEach(y=>{for(let M in y.hooks)Ba[M]=(Ba[M]||[]).concat(y.hooks[M])});let xf=(y,M,P)=>P,$e=je({key:null,setSeries:!1,filters:{pub:ng,sub:ng},scales:[C,T[1]?T[1].scale:null],match:[ig,ig,xf],values:[null,null]},vt.sync);$e.match.length==2&&$e.match.push(xf),vt.sync=$e;let vf=$e.key,Dh=Qg(vf);function bo(y,M,P,I,z,Z,rt){$e.filters.pub(y,M,P,I,z,Z,rt)&&Dh.pub(y,M,P,I,z,Z,rt)}Dh.sub(n);function g_(y,M,P,I,z,Z,rt){$e.filters.sub(y,M,P,I,z,Z,rt)&&vr[y](null,M,P,I,z,Z,rt)}n.pub=g_;function __(){Dh.unsub(n),wd.delete(n),dt.clear(),xd($c,so,yf),c.remove(),et?.remove(),un("destroy")}n.destroy=__;function Nh(){un("init",i,t),yt(t||i.data,!1),G[C]?Th(C,G[C]):Pt(),_t=Be.show&&(Be.width>0||Be.height>0),B=Mt=!0,kt(i.width,i.height)}return T.forEach(Is),E.forEach(Sh),e?e instanceof HTMLElement?(e.appendChild(c),Nh()):e(n,Nh):Nh(),n}on.assign=je;on.fmtNum=Id;on.rangeNum=Kc;on.rangeLog=Qc;on.rangeAsinh=Rd;on.orient=hr;on.pxRatio=Se;on.join=gw;on.fmtDate=Dd,on.tzDate=Aw;on.sync=Qg;{on.addGap=cE,on.clipGaps=nh;let i=on.paths={points:r0};i.linear=a0,i.stepped=dE,i.bars=fE,i.spline=mE}var TE=["#0072b2","#d55e00","#009e73","#cc79a7","#56b4e9","#e69f00","#6a5acd"],AE=["#4ba3d9","#f58a4b","#35c39b","#e29cc3","#86cdf7","#f2bd45","#a89bf0"],fo=1,CE={light:{dark:!1,background:"#f7f8fa",ink:"#22272e",faint:"#c9ced6",steel:"#7d8794",cycle:TE,plain:!1},dark:{dark:!0,background:"#14181d",ink:"#e6e9ee",faint:"#39424e",steel:"#9aa5b3",cycle:AE,plain:!1}};function oh(){return CE[matchMedia("(prefers-color-scheme: dark)").matches?"dark":"light"]}function Bi(i,t){return t<0?i.ink:i.cycle[t%i.cycle.length]}function Ra(i,t,e,n=0,s=0){let r={color:t,emissive:t,emissiveIntensity:s};return i.plain?new aa(r):new oa({...r,roughness:e,metalness:n})}function u0(i,t){let e=0,n=i.length-1;for(;n-e>1;){let r=e+n>>1;i[r]<=t?e=r:n=r}let s=(t-i[e])/(i[e+1]-i[e]);return[e,Math.min(Math.max(s,0),1)]}var d0={forces:"size of the arrow; where a force has several, of the largest",torques:"size about the point at which the arc is drawn","forces on coordinates":"length over all coordinates"},RE=6,f0=190,PE=80,IE=1e-13,LE=1e-9,DE=600,ah=class{constructor(t,e){this.choose=e;let n=new IntersectionObserver(s=>{for(let{target:r,isIntersecting:o}of s)this.scrolled(r,o)});for(let s of t)n.observe(this.add(s));new ResizeObserver(()=>this.resize()).observe(this.element)}element=Wt("section",{class:"curves","aria-label":"Curves"});plots=[];telling=!1;theme=oh();t=NaN;set(t){this.plots.forEach((e,n)=>{e.panel=t[n],e.stale=!0,this.refresh(e)}),this.tell()}refresh(t){!t.seen||!t.stale||(t.stale=!1,t.plot.setData(m0(t.panel)))}scrolled(t,e){for(let n of this.plots)n.plot.root.parentElement===t&&(n.seen=e,this.refresh(n),this.draw(n));this.tell()}mark(t){this.t=t;for(let e of this.plots)e.seen&&this.draw(e);this.tell()}draw({plot:t,now:e}){let n=t.valToPos(this.t,"x");e.hidden=!(n>=0&&n<=t.bbox.width/devicePixelRatio+1),e.style.transform=`translateX(${n}px)`}tell(){this.telling||(this.telling=!0,setTimeout(()=>{this.telling=!1;for(let{panel:t,values:e,seen:n}of this.plots)n&&t.lines.forEach((s,r)=>{let o=FE(NE(t.times,s.values,this.t),t.log?0:p0(t));e[r]&&e[r].textContent!==o&&(e[r].textContent=o)})},PE))}add(t){let e=Wt("figure",{"aria-label":`Curves of ${t.name}`});e.append(Wt("figcaption",{},t.name)),d0[t.name]&&e.append(Wt("p",{class:"meaning"},d0[t.name])),this.element.append(e);let n={stroke:this.theme.steel,grid:{stroke:this.theme.faint,width:.5},ticks:{show:!1},font:"11px system-ui, sans-serif",size:34},s=t.lines.map(({name:u,beside:h},d)=>({label:u,show:(h??d)<RE,stroke:Bi(this.theme,t.first+(h??d)),width:h===void 0?1.5:1,dash:h===void 0?d<this.theme.cycle.length?void 0:[6,3]:[2,3],points:{show:!1},paths:t.times.length<DE?on.paths.spline?.():void 0,value:()=>""})),r={width:300,height:f0,pxAlign:!1,scales:{x:{time:!1},y:t.log?{}:{range:(u,h,d)=>this.range(u,h,d,t)}},axes:[{...n,values:(u,h)=>h.map(g0)},{...n,size:58,values:(u,h)=>h.map(t.log?BE:g0)}],series:[{label:"t"},...s],legend:{live:!1},cursor:{drag:{x:!1,y:!1},points:{size:6}}},o=Wt("div",{class:"now",hidden:""});r.hooks={draw:[u=>this.draw({plot:u,now:o})]};let a=new on(r,m0(t),e);a.over.append(o);let l=a.root.querySelectorAll(".u-legend .u-series > th"),c=Array.from(l,u=>{let h=Wt("span",{class:"value"});return u.append(h),h});return this.plots.push({plot:a,now:o,panel:t,values:c,seen:!0,stale:!1}),this.scrub(a),e}range(t,e,n,s){let r=this.plots.find(l=>l.plot===t)?.panel??s,[o,a]=UE(e,n,p0(r));return on.rangeNum(o,a,.1,!0)}scrub(t){let e=!1,n=s=>{let{left:r}=t.over.getBoundingClientRect();e&&this.choose(t.posToVal(s.clientX-r,"x"))};t.over.addEventListener("pointerdown",s=>{e=!0,t.over.setPointerCapture(s.pointerId),n(s)}),t.over.addEventListener("pointermove",n),t.over.addEventListener("pointerup",()=>e=!1)}resize(){for(let{plot:t}of this.plots){let e=t.root.parentElement?.clientWidth??0;e&&e!==t.width&&t.setSize({width:e,height:f0})}this.mark(this.t)}};function NE(i,t,e){let n=i.length-1;if(n<0||!(e>=i[0]&&e<=i[n]))return NaN;if(n===0)return t[0];let[s,r]=u0(i,e);return r===0?t[s]:r===1?t[s+1]:t[s]+r*(t[s+1]-t[s])}function UE(i,t,e){if(i===null||t===null)return[-1,1];let n=LE*e;if(t-i>n)return[i,t];let s=(i+t)/2,r=Math.abs(s)>n?Math.abs(s):e||1;return[s-r,s+r]}function FE(i,t){return Number.isNaN(i)?"":Math.abs(i)<IE*t?"0":String(Number(i.toPrecision(4)))}function p0({lines:i}){let t=0;for(let{values:e}of i)for(let n=0;n<e.length;n++)Math.abs(e[n])>t&&(t=Math.abs(e[n]));return t}function OE(i){return i>0?Math.log10(i):null}function BE(i){return i===null||!Number.isInteger(i)?"":`1e${i}`}function m0(i){let t=({values:e})=>Array.from(e,n=>Number.isNaN(n)?null:i.log?OE(n):n);return[i.times,...i.lines.map(t)]}function g0(i){if(i===null)return"";let t=Math.abs(i);return t===0?"0":t<.001||t>=1e5?i.toExponential(0):String(Number(i.toPrecision(6)))}var kE={place:[0,0,0],turn:[1,0,0,0]};function po([i,t,e,n],[s,r,o]){let a=e*o-n*r,l=n*s-t*o,c=t*r-e*s;return[s+2*(i*a+e*c-n*l),r+2*(i*l+n*a-t*c),o+2*(i*c+t*l-e*a)]}function ur(i,t){return i.bodies.map(e=>{let n=e.columns.map(r=>t[r]);if(e.kind==="planar"){let r=n[2]/2;return{place:[n[0],n[1],0],turn:[Math.cos(r),0,0,Math.sin(r)]}}if(e.kind==="particle")return{place:[n[0],n[1],n[2]??0],turn:[1,0,0,0]};let s=Math.hypot(n[3],n[4],n[5],n[6])||1;return{place:[n[0],n[1],n[2]],turn:[n[3]/s,n[4]/s,n[5]/s,n[6]/s]}})}function jn(i,t,e=ur(i,t.q)){let n=0;return i.points.map(s=>{if(s.body!==null){let a=s.body<0?kE:e[s.body],l=po(a.turn,s.place);return[a.place[0]+l[0],a.place[1]+l[1],a.place[2]+l[2]]}if(s.columns!==null){let a=s.columns;return[t.q[a[0]],t.q[a[1]],a.length>2?t.q[a[2]]:0]}let r=t.points??[],o=3*n++;return[r[o]??NaN,r[o+1]??NaN,r[o+2]??NaN]})}function y0(i,t,e,n){let s=t.at===null?[NaN,NaN,NaN]:e[t.at];if(t.kind==="torque")return[...s,...zE(i,t,s,n)];let{along:r}=t;if(r)return[...s,...r.map(a=>a*t.sign*i[t.columns[0]])];let o=[0,1,2].map(a=>{let l=t.columns[a]??-1;return l<0?0:i[l]*(t.mirrored?.[a]?-t.sign:t.sign)});return[...s,...o]}function zE(i,{columns:t,sign:e,body:n},s,r){let o=t.map(_=>i[_]);if(n==null)return[0,0,e*o[0]];let a=s.map((_,m)=>_-r[n].place[m]),l=t.length===3,c=_0(a,[o[0],o[1],l?0:o[2]]);if(l)return[0,0,e*(o[2]-c[2])];let[u,...h]=r[n].turn,[d,...f]=o.slice(3),g=_0(h,f);return[0,1,2].map(_=>e*(.5*(u*f[_]-d*h[_]+g[_])-c[_]))}function _0([i,t,e],[n,s,r]){return[t*r-e*s,e*n-i*r,i*s-t*n]}var VE=8e4;function zd(i,t){let e=ur(i,t.q),n=jn(i,t,e);return i.bodies.forEach(({solids:s},r)=>{for(let o of s.flatMap(HE)){let a=po(e[r].turn,o);n.push([0,1,2].map(l=>e[r].place[l]+a[l]))}}),n.filter(s=>s.every(Number.isFinite))}function x0(i,t){let e=i.bodies.reduce((r,o)=>r+o.solids.length,0),n=Math.max(2,Math.floor(VE/(i.points.length+8*e+1))),s=Math.ceil(t.length/n);return t.filter((r,o)=>o%s===0||o===t.length-1)}function HE({kind:i,size:t,corners:e,place:n,turn:s}){return(i==="plate"?(e??[]).map(([o,a])=>[o,a,0]):WE(GE(i,t))).map(o=>po(s,o).map((a,l)=>a+n[l]))}function GE(i,t){return i==="box"?[t[0]/2,t[1]/2,t[2]/2]:i==="cylinder"?[t[0],t[0],t[1]/2]:i==="capsule"?[t[0],t[0],t[0]+t[1]/2]:[t[0],t[0],t[0]]}function WE([i,t,e]){return[-i,i].flatMap(n=>[-t,t].flatMap(s=>[-e,e].map(r=>[n,s,r])))}function v0(i,t){if(!i.length)return null;let e=[...i[0]],n=[...i[0]];for(let r of i)for(let o=0;o<3;o++)e[o]=Math.min(e[o],r[o]),n[o]=Math.max(n[o],r[o]);let s=.04*Math.hypot(...n.map((r,o)=>r-e[o]))||1;for(let r=0;r<(t?2:3);r++)e[r]-=s,n[r]+=s;return{low:e,high:n}}var XE=.22,qE=2,YE=.96,ZE=.0048,Pa=.036,$E=.004,lh=.055,M0=1.35,KE=1.5*Math.PI,JE=.02,[Ia,S0]=[48,8],jE=new N(0,1,0),QE=new N(0,0,1);function b0(i,t,e,n=qE){return t>0?XE*e*Math.min(i/t,n):0}function tT(i){let t=i.filter(Number.isFinite).sort((e,n)=>e-n);return t[Math.floor(YE*(t.length-1))]??0}function eT(i,t,e){return t>0?Math.min(KE*e*i/t,1.9*Math.PI):0}var ch=class{constructor(t,e){this.scene=t;this.size=Dn(t),this.chosen=t.arrows.map(()=>!0),this.tips=t.arrows.map(()=>null);let n=ZE*this.size,s=new oi(n,n,1,14);s.translate(0,.5,0);let r=new Ji(2.6*n,Pa*this.size,20);r.translate(0,-.5*Pa*this.size,0);let o=[...new Set(t.arrows.map(({name:a})=>a))];this.parts=t.arrows.map(({name:a,kind:l})=>{let c=Bi(e,o.indexOf(a)+fo),u=Ra(e,c,.6,0,.35),h=new Ze,d=l==="torque",f=d?nT(lh*this.size,n):s,g={whole:h,shaft:new Fe(f,u),head:new Fe(r,u),torque:d};return h.add(g.shaft,g.head),this.group.add(h),g})}group=new Ze;tips;scale=1;largest=0;largestTorque=0;torques=!0;chosen;parts;size;grown=1;choose(t){this.chosen.forEach((e,n)=>this.chosen[n]=t(n))}fit(t){this.grown=Dn(this.scene)/this.size;for(let{whole:s}of this.parts)s.scale.setScalar(this.grown);let e=t.map(s=>this.sizes(s)),n=s=>tT(e.map(r=>Math.max(...r.filter((o,a)=>this.parts[a].torque===s&&o>=0))));this.largest=n(!1),this.largestTorque=n(!0)}sizes(t){return this.parts.map((e,n)=>Math.hypot(...[3,4,5].map(s=>t?.[6*n+s]??NaN)))}reach(t){let e=this.size*this.grown;return this.parts.flatMap(({torque:n},s)=>{let[r,o,a,...l]=[0,1,2,3,4,5].map(d=>t?.[6*s+d]??NaN),c=Math.hypot(...l);if(!(c>0)||!Number.isFinite(r+o+a))return[];let u=M0*lh*e;if(n)return this.torques?[-u,u].flatMap(d=>[[r+d,o,a],[r,o+d,a],[r,o,a+d]]):[];let h=b0(c,this.largest,this.scale,1)*e/c;return[[r+h*l[0],o+h*l[1],a+h*l[2]]]})}grow(t){this.sizes(t).forEach((e,n)=>{Number.isFinite(e)&&(this.parts[n].torque?this.largestTorque=Math.max(this.largestTorque,e):this.largest=Math.max(this.largest,e))})}place(t){this.parts.forEach((e,n)=>{let s=Array.from({length:6},(l,c)=>t?.[6*n+c]??NaN),r=new N(s[3],s[4],s[5]),o=r.length(),{whole:a}=e;this.tips[n]=null,a.visible=this.chosen[n]&&s.every(Number.isFinite)&&o>0&&(!e.torque||this.torques),a.visible&&(r.divideScalar(o),a.position.set(s[0],s[1],s[2]),this.tips[n]=e.torque?this.turn(e,r,o):this.lay(e,r,o),a.visible=this.tips[n]!==null)})}lay({whole:t,shaft:e,head:n},s,r){let o=b0(r,this.largest,this.scale)*this.size;if(!(o>$E*this.size))return null;t.quaternion.setFromUnitVectors(jE,s);let a=Pa*this.size;return e.scale.y=Math.max(o-a,.001*this.size),n.position.y=o,n.scale.setScalar(Math.min(1,o/a)),t.position.clone().addScaledVector(s,o*this.grown)}turn({whole:t,shaft:e,head:n},s,r){let o=eT(r,this.largestTorque,this.scale);if(!(o>JE))return null;t.quaternion.setFromUnitVectors(QE,s);let a=lh*this.size,l=Math.max(1,Math.round(o/(2*Math.PI)*Ia)),c=l/Ia*2*Math.PI;return e.geometry.setDrawRange(0,6*S0*l),n.position.set(a*Math.cos(c),a*Math.sin(c),0),n.rotation.set(0,0,c+.25),n.translateY(.5*Pa*this.size),n.scale.setScalar(Math.min(1,2*o*lh/Pa)),n.position.clone().multiplyScalar(M0*this.grown).applyQuaternion(t.quaternion).add(t.position)}};function nT(i,t){let e=new Zs(i,t,S0,Ia),n=Array.from(e.index.array),s=Array.from({length:Ia},()=>[]);for(let r=0;6*r<n.length;r++)s[r%Ia].push(...n.slice(6*r,6*r+6));return e.setIndex(s.flat()),e}var w0=Math.PI/2,iT={Revolute:()=>[Ps(.42,1.5),Ps(.62,.9)],Cylindrical:()=>[Ps(.34,3),Ps(.6,1.2)],Prismatic:()=>[new In(.5,.5,3.2),new In(1,1,1.2)],Screw:()=>[Ps(.34,3),...[-.9,-.3,.3,.9].map(i=>Vd(.5,.12,i))],Spherical:()=>[new On(.7,24,16)],Universal:()=>[Ps(.25,2),Ps(.25,2).rotateX(w0),new On(.4)],Planar:()=>[new In(2.4,2.4,.12)],Fixed:()=>[new In(1.1,1.1,1.1)],PointOnLine:()=>[Ps(.12,6),new On(.45)],PointOnCurve:()=>[new On(.45)],Driven:()=>[Vd(.9,.14,0),sT(.9)],DrivenPose:()=>[new In(1.1,1.1,1.1)],Gear:()=>[Vd(.9,.14,0)],KnifeEdge:()=>[new In(1.8,.6,.1)],Custom:()=>[new On(.4)]};function Ps(i,t){return new oi(i,i,t,28).rotateX(w0)}function Vd(i,t,e){return new Zs(i,t,10,32).translate(0,0,e)}function sT(i){return new Ji(.35,.7,16).translate(i,0,0)}function E0(i,t,e){let n=new Ze;for(let s of(iT[i]??(()=>[new On(.4)]))()){let r=new Fe(s,e);r.castShadow=!0,n.add(r)}return n.scale.setScalar(t),n}function T0(i,t){let e=new Fe(rT(i),t);e.position.fromArray(i.place);let[n,s,r,o]=i.turn;return e.quaternion.set(s,r,o,n),e.castShadow=e.receiveShadow=!0,e}function rT({kind:i,size:t,corners:e}){switch(i){case"box":return new In(t[0],t[1],t[2]);case"sphere":return new On(t[0],32,20);case"cylinder":return new oi(t[0],t[0],t[1],48).rotateX(Math.PI/2);case"capsule":return new Yo(t[0],t[1],8,20).rotateX(Math.PI/2);case"plate":return oT(e??[],t[0])}}function oT(i,t){let e=new Wr;i.forEach(([r,o],a)=>a?e.lineTo(r,o):e.moveTo(r,o)),e.closePath();let n=t/2,s={bevelEnabled:!0,bevelSize:n,bevelThickness:n/2,bevelSegments:4};return new ia(e,{depth:n,...s}).translate(0,0,-n/2)}var aT=.013,lT=.0045,A0=.014,cT=.55,C0=9,P0=new N(0,1,0),mo=class{constructor(t,e,n=1){this.scene=t;this.theme=e;this.opacity=n;this.size=Dn(t),this.bodies=t.bodies.map(r=>{let o=new Ze;for(let a of r.solids)o.add(T0(a,this.material(r.color,a.sure?1:cT)));return this.group.add(o),o});let s=new On(aT*this.size,28,18);this.balls=t.points.map(r=>{if(!r.seen)return null;let o=new Fe(s,this.material(r.color));return o.castShadow=!0,this.group.add(o),o}),this.links=t.links.map(r=>{let o=r.kind==="spring"?this.spring():this.rod(r.color);return this.group.add(o),o}),this.group.add(this.joints),n===1&&this.addGlyphs()}group=new Ze;where=[];poses=[];bodies;balls;links;joints=new Ze;size;place(t){this.group.visible=Array.prototype.every.call(t.q,Number.isFinite),this.group.visible&&(this.poses=ur(this.scene,t.q),this.where=jn(this.scene,t,this.poses),this.bodies.forEach((e,n)=>R0(e,this.poses[n])),this.balls.forEach((e,n)=>e?.position.fromArray(this.where[n])),this.links.forEach((e,n)=>{let{from:s,to:r}=this.scene.links[n];hT(e,this.where[s],this.where[r])}),this.joints.children.forEach((e,n)=>{let{body:s}=this.scene.joints[n];s>=0&&R0(e,this.poses[s])}))}showJoints(t){this.joints.visible=t}dispose(){this.group.traverse(t=>{if(t instanceof Fe||t instanceof Ki){t.geometry.dispose();for(let e of[t.material].flat())e.dispose()}})}addGlyphs(){let t=Ra(this.theme,this.theme.steel,.42,.45);for(let e of this.scene.joints){let n=E0(e.kind,A0*this.size,t);n.position.fromArray(e.place);let[s,r,o,a]=e.turn;n.quaternion.set(r,o,a,s);let l=new Ze().add(n);e.body<0&&l.add(this.stand(e,t)),this.joints.add(l)}}stand(t,e){let n=A0*this.size,s=new Fe(new Ji(1.3*n,2.2*n,4),e),r=new N(...this.scene.up);return s.quaternion.setFromUnitVectors(P0,r),s.position.fromArray(t.place).addScaledVector(r,-1.3*n),this.scene.dimension===2&&(s.position.z-=2*As(this.scene)*n),s}material(t,e=1){return this.thinned(Ra(this.theme,Bi(this.theme,t),.55,.08),e)}thinned(t,e=1){return e*this.opacity<1&&(t.transparent=!0,t.opacity=e*this.opacity,t.depthWrite=!1),t}rod(t){let e=lT*this.size,n=new Fe(new oi(e,e,1,16),this.material(t));return n.castShadow=!0,n}spring(){let t=Array.from({length:24*C0+1},(n,s)=>{let r=s/24*2*Math.PI,o=s/(24*C0),a=o<.06||o>.94?0:.012*this.size;return[a*Math.cos(r),o-.5,a*Math.sin(r)]}),e=new Je;return e.setAttribute("position",new _e(t.flat(),3)),new Ki(e,this.thinned(new $i({color:this.theme.steel})))}};function R0(i,{place:t,turn:[e,n,s,r]}){i.position.fromArray(t),i.quaternion.set(n,s,r,e)}function hT(i,t,e){let n=new N(...t),s=new N(...e).sub(n),r=s.length();i.visible=Number.isFinite(r)&&r>0,i.visible&&(i.position.copy(n).addScaledVector(s,.5),i.quaternion.setFromUnitVectors(P0,s.divideScalar(r)),i.scale.set(1,r,1))}var Gd="shade";function uT(i){let t=10**Math.floor(Math.log10(i/10)),e=i/10/t;return t*(e<1.5?1:e<3.5?2:e<7.5?5:10)}function Wd(i,t){let e=new Ze,n=new N(...i.up),r=new N(...i.low).clone().add(new N(...i.high)).multiplyScalar(.5);if(i.dimension===2)e.add(Hd(i,t,r.setZ(-.25*As(i)*Dn(i)),new N(0,0,1)));else if(i.ground.length===0){let o=new N(...i.high).sub(r),a=Math.abs(o.x*n.x)+Math.abs(o.y*n.y)+Math.abs(o.z*n.z);e.add(Hd(i,t,r.addScaledVector(n,-1.02*a),n))}for(let{point:o,normal:a}of i.ground){let l=new N(...a);if(i.dimension===2)continue;let c=r.clone().sub(new N(...o)).dot(l);e.add(Hd(i,t,r.clone().addScaledVector(l,-c),l))}return e}function Hd(i,t,e,n){let s=new Ze,r=uT(Dn(i)),o=2*Math.ceil(1.6*Dn(i)/r),a=new fa(o*r,o,t.faint,t.faint),l=a.material;if(l.transparent=!0,l.opacity=t.dark?.5:.55,l.depthWrite=!1,s.add(a),i.dimension===3){let c=new ra({opacity:t.dark?.4:.16});c.depthWrite=!1;let u=new Fe(new Zo(2*Dn(i),64),c);u.rotation.x=-Math.PI/2,u.receiveShadow=!0,u.name=Gd,s.add(u)}return s.position.copy(e),s.quaternion.setFromUnitVectors(new N(0,1,0),n),s}var dT=16,I0=6,fT="12px system-ui, sans-serif";function pT([i,t],[e,n],[s,r],o,a=0){for(let l=0;l<4;l++){let c=(a+l)%4,u=c%2===0?i+I0:i-I0-e,h=c<2?t-n:t+2,d={x:u,y:h,width:e,height:n};if(u>=0&&h>=0&&u+e<=s&&h+n<=r&&!o.some(g=>mT(d,g)))return{...d,side:c}}return null}function mT(i,t){return i.x<t.x+t.width&&t.x<i.x+i.width&&i.y<t.y+t.height&&t.y<i.y+i.height}var hh=class{element=document.createElement("div");spans=[];placed=[];sides=new Map;widths=new Map;ruler=document.createElement("canvas").getContext("2d");constructor(){this.element.className="labels",this.element.setAttribute("aria-hidden","true")}place(t,e,n,s){for(this.placed=[],t.forEach((r,o)=>{if(r.at===null)return;let a=r.at.clone().project(e),[l,c]=[(a.x+1)/2*n,(1-a.y)/2*s];if(Math.abs(a.z)>1||l<0||c<0||l>n||c>s)return;let u=pT([l,c],[this.width(r.text),dT],[n,s],this.placed,this.sides.get(o));u&&(this.sides.set(o,u.side),this.placed.push({...r,...u}))});this.spans.length<this.placed.length;){let r=document.createElement("span");this.spans.push(r),this.element.append(r)}this.spans.forEach((r,o)=>{let a=this.placed[o];r.hidden=!a,a&&(r.textContent!==a.text&&(r.textContent=a.text),r.style.color=a.color,r.style.transform=`translate(${a.x}px, ${a.y}px)`)})}paint(t,e,n){t.font=`${12*e}px system-ui, sans-serif`,Object.assign(t,{strokeStyle:n,lineWidth:3*e,lineJoin:"round"});for(let{text:s,x:r,y:o,color:a}of this.placed)t.strokeText(s,r*e,(o+12)*e),t.fillStyle=a,t.fillText(s,r*e,(o+12)*e)}width(t){let e=this.widths.get(t);if(e!==void 0)return e;this.ruler&&(this.ruler.font=fT);let n=this.ruler?.measureText(t).width??7*t.length;return this.widths.set(t,n),n}};var uh=class{last=NaN;gaps=[];slow(t){let e=t-this.last;if(this.last=t,e<400?this.gaps.push(e):this.gaps=[],this.gaps.length<30)return!1;let n=this.gaps.sort((s,r)=>s-r)[15];return this.gaps=[],n>34}};var gT=/swiftshader|llvmpipe|softpipe|software|basic render/i;function _T(i){return gT.test(i)}function L0(){let i=document.createElement("canvas").getContext("webgl2"),t=i?.getExtension("WEBGL_debug_renderer_info"),e=i&&t?String(i.getParameter(t.UNMASKED_RENDERER_WEBGL)):"";return i?.getExtension("WEBGL_lose_context")?.loseContext(),_T(e)}var dh=class{constructor(t,e=t){this.software=t;this.slow=e}moving=!1;move(){this.moving=!0}rest(){this.moving=!1}get less(){return this.slow&&this.moving}sharpness(t){return this.less?1:this.software?2:Math.min(t,2)}};var Xd=1200,fh=class{group=new Ze;lines=[];paper;constructor(t,e){this.paper=new ie(e.background),t.points.forEach((n,s)=>{if(!n.trail)return;let r=new Je;r.setAttribute("position",new Mn(new Float32Array(3*Xd),3)),r.setAttribute("color",new Mn(new Float32Array(3*Xd),3));let o=new Ki(r,new $i({vertexColors:!0}));o.frustumCulled=!1,this.group.add(o),this.lines.push({line:o,point:s,ink:new ie(Bi(e,n.color))})})}draw(t){let e=Math.max(1,Math.ceil(t.length/Xd)),n=t.filter((s,r)=>(t.length-1-r)%e===0);for(let{line:s,point:r,ink:o}of this.lines){let a=s.geometry.getAttribute("position"),l=s.geometry.getAttribute("color"),c=new ie;n.forEach((u,h)=>{a.setXYZ(h,...u[r]),c.lerpColors(this.paper,o,.08+.72*(h+1)/n.length),l.setXYZ(h,c.r,c.g,c.b)}),s.geometry.setDrawRange(0,n.length),a.needsUpdate=l.needsUpdate=!0}}};var D0=1.2,xT=.15,vT=3,ph=class{constructor(t,e,n=0){this.scene=t;this.element=e;let s=t.arrows.filter(({kind:r})=>r==="torque").length;this.choices={trails:!0,joints:!0,ground:!0,names:!1,forces:!0,torques:s<=vT,follow:!1},this.canvas.setAttribute("role","img"),e.append(this.canvas,this.labels.element),this.renderer=new zc({canvas:this.canvas,antialias:!this.quality.software}),this.renderer.shadowMap.enabled=!0,this.renderer.shadowMap.type=Gl,this.world.background=new ie(this.theme.background),this.figure=new mo(t,this.theme),this.ghosts=Array.from({length:n},()=>new mo(t,this.theme,Math.max(.06,.5/Math.sqrt(n+1)))),this.trails=new fh(t,this.theme),this.arrows=new ch(t,this.theme),this.floor=Wd(t,this.theme),this.world.add(this.figure.group,this.trails.group,this.arrows.group,this.floor);for(let r of this.ghosts)this.world.add(r.group);this.light(),this.camera=new Wc(t,this.canvas),this.camera.controls.addEventListener("change",()=>{this.quality.move(),this.draw()}),new ResizeObserver(()=>this.resize()).observe(e),this.resize()}canvas=document.createElement("canvas");labels=new hh;camera;arrows;figure;choices;ghosts;trails;world=new Wo;floor;renderer;quality=new dh(L0());theme={...oh(),plain:this.quality.software};sun=new ha(16777215);pace=new uh;waiting=0;refining;middle=new N;frame=null;seen=[];place(t){this.frame=t,this.quality.move(),this.figure.place(t),this.arrows.torques=this.choices.torques,this.arrows.place(this.choices.forces?t.arrows:void 0),this.accompany(),this.draw()}accompany(){let t=this.figure.where.filter((n,s)=>this.scene.points[s].body!==-1&&n.every(Number.isFinite));if(!t.length)return;let e=t.reduce((n,s)=>n.add(new N(...s)),new N).divideScalar(t.length);this.choices.follow&&this.camera.shift(e.clone().sub(this.middle)),this.middle.copy(e)}fit(){if(this.choices.follow&&this.frame){let t={...this.scene,points:this.scene.points.filter(({body:o})=>o!==-1)},e=[...zd(t,this.frame),...this.arrows.reach(this.frame.arrows)],n=this.middle.toArray(),s=xT*Dn(this.scene),r=n.flatMap((o,a)=>[-s,s].map(l=>n.map((c,u)=>u===a?c+l:c)));this.camera.fit([...e,...r])}else this.camera.fit(this.seen);this.draw()}remake(){this.world.remove(this.figure.group),this.figure.dispose(),this.figure=new mo(this.scene,this.theme),this.figure.showJoints(this.choices.joints),this.world.add(this.figure.group)}embrace(t,e=!1){let n=x0(this.scene,t),s=n.flatMap(l=>zd(this.scene,l)),r=v0(s,this.scene.dimension===2);if(!r)return;let o=Dn({...this.scene,...r})/Dn(this.scene);(o>D0||o<1/D0)&&this.enlarge(r),this.arrows.torques=this.choices.torques,this.arrows.fit(t.map(({arrows:l})=>l));let a=this.choices.forces?n.flatMap(({arrows:l})=>this.arrows.reach(l)):[];this.seen=[...s,...a],this.choices.follow||this.camera.embrace(this.seen,e),this.frame&&this.place(this.frame)}widen(){let{camera:t,own:e}=this.camera;if(!e||this.choices.follow)return;t.updateMatrixWorld();let n=this.figure.where.filter(r=>r.every(Number.isFinite)).map(r=>new N(...r).project(t)),s=Math.max(0,...n.flatMap(({x:r,y:o})=>[Math.abs(r),Math.abs(o)]));s>.99&&s<1e3&&(t.zoom*=.85/s,t.updateProjectionMatrix())}enlarge(t){Object.assign(this.scene,t),this.remake(),this.world.remove(this.floor),this.floor=Wd(this.scene,this.theme),this.lay(),this.world.add(this.floor),this.shine()}lay(){this.floor.traverse(t=>t.visible=t.name!==Gd||this.sun.castShadow),this.floor.visible=this.choices.ground}placeGhost(t,e){this.ghosts[t].place(e)}trail(t){this.trace(this.choices.trails?t.map(e=>jn(this.scene,e)):[])}trace(t){this.trails.draw(t)}apply(){this.figure.showJoints(this.choices.joints),this.lay(),this.trails.group.visible=this.choices.trails,this.draw()}draw(){this.waiting||(this.waiting=requestAnimationFrame(()=>this.render()))}render(){this.waiting=0;let t=performance.now();this.camera.advance(t)&&this.draw(),this.pace.slow(t)&&(this.quality.slow=!0),this.refine(),this.renderer.render(this.world,this.camera.camera);let{clientWidth:e,clientHeight:n}=this.element;this.labels.place(this.named(),this.camera.camera,e,n)}refine(){let t=this.scene.dimension===3&&!this.quality.less,e=this.quality.sharpness(devicePixelRatio);this.sun.castShadow!==t&&(this.sun.castShadow=t,this.lay()),this.renderer.getPixelRatio()!==e&&this.renderer.setPixelRatio(e),clearTimeout(this.refining),this.quality.less&&(this.refining=setTimeout(()=>{this.waiting||(this.quality.rest(),this.draw())},250))}snapshot(t,e){this.render(),Object.assign(t,{width:this.canvas.width,height:this.canvas.height});let n=t.getContext("2d"),s=this.canvas.width/Math.max(this.element.clientWidth,1);n.drawImage(this.canvas,0,0),this.labels.paint(n,s,this.theme.background),n.font=`${13*s}px system-ui, sans-serif`,n.fillStyle=this.theme.ink,n.fillText(e,14*s,t.height-14*s)}dispose(){cancelAnimationFrame(this.waiting),clearTimeout(this.refining),this.waiting=-1,this.camera.controls.dispose(),this.renderer.dispose(),this.renderer.forceContextLoss()}named(){let t=[...new Set(this.scene.arrows.map(({name:o})=>o))],e=this.scene.arrows.map(({name:o},a)=>({text:o,at:this.choices.forces?this.arrows.tips[a]:null,color:Bi(this.theme,t.indexOf(o)+fo)}));if(!this.choices.names)return e;let n=o=>o?new N(...o):null,s=this.scene.bodies.map((o,a)=>({text:o.name,at:n(this.figure.poses[a]?.place),color:this.theme.ink})),r=this.scene.points.map((o,a)=>({text:o.name,at:o.body===null?n(this.figure.where[a]):null,color:this.theme.ink}));return[...s,...r,...e]}light(){let t=new N(...this.scene.up),e=new ca(16777215,9081760,this.theme.dark?1.1:1.6);e.position.copy(t);let{sun:n}=this;n.intensity=this.theme.dark?1.9:2.1,n.castShadow=this.scene.dimension===3,n.shadow.mapSize.set(2048,2048),n.shadow.radius=4,this.world.add(e,n,n.target,new ua(16777215,.25)),this.shine()}shine(){let{sun:t}=this,e=Dn(this.scene),n=new N(...this.scene.low).add(new N(...this.scene.high)).multiplyScalar(.5),s=new N(...this.scene.up),r=new N(.5,-.75,.6).addScaledVector(s,.9);this.scene.dimension===2&&(r.z*=As(this.scene)),t.position.copy(n).addScaledVector(r,1.6*e),t.target.position.copy(n),Object.assign(t.shadow.camera,{left:-e,right:e,top:e,bottom:-e}),Object.assign(t.shadow.camera,{near:.1*e,far:5*e}),t.shadow.normalBias=.002*e,t.shadow.camera.updateProjectionMatrix(),this.scene.dimension===3&&(this.world.fog=new Go(this.theme.background,2*e,4.5*e))}resize(){let{clientWidth:t,clientHeight:e}=this.element;!t||!e||(this.renderer.setSize(t,e,!1),this.camera.resize(t,e),this.draw())}};function N0(i){let{n:t}=i,e=0,n=r=>(e+=r)-r,s={t:n(1),q:n(t),qd:n(t),qdd:n(t),frames:n(7*i.frames),forces:n(i.groups.length*t),nonideal:n(t),residual:n(1),rank:n(1),energy:"energy"in i.row?n(1):-1,observables:[],size:0};for(let[r,[,...o]]of Object.entries(i.row)){if(!r.startsWith("observable "))continue;let a=o.reduce((l,c)=>l*c,1);s.observables.push([r.slice(11),n(a),a])}return s.size=e,s}async function U0(i){let t=atob(i),e=Uint8Array.from(t,s=>s.charCodeAt(0)),n=new Blob([e]).stream().pipeThrough(new DecompressionStream("gzip"));return new Uint8Array(await new Response(n).arrayBuffer())}var go=class{constructor(t,e,n){this.live=t;this.hearing=n;this.layout=N0(t.about);let s=URL.createObjectURL(new Blob([e],{type:"text/javascript"}));this.worker=new Worker(s),this.worker.onmessage=({data:r})=>this.hear(r),this.worker.onerror=r=>n.failed(r.message||"the engine's script failed"),this.loaded=U0(t.code).then(r=>this.worker.postMessage({kind:"load",code:r,about:t.about}),r=>n.failed(String(r)))}layout;waiting=!1;worker;loaded;run=0;pulling=!1;next=null;begin(t){this.run+=1,this.waiting=!0,this.pulling=!1,this.next=null,this.ask({kind:"begin",run:this.run,start:t,span:this.live.span,assemble:!0})}more(t){this.waiting=!0,this.ask({kind:"go",run:this.run,times:t})}pull(t,e,n,s){this.pulling||(this.run+=1);let r={kind:"pull",run:this.run,start:t,frame:e,point:n,to:s};this.pulling?this.next=r:this.ask(r),this.pulling=!0}ask(t){this.loaded.then(()=>this.worker.postMessage(t))}hear(t){if(t.kind==="failed"&&this.hearing.failed(t.message),!(t.kind==="ready"||t.kind==="failed"||t.run!==this.run))if(t.kind==="begun")this.waiting=!1,this.hearing.begun(t);else if(t.kind==="rows"){t.done&&(this.waiting=!1);let{size:e}=this.layout,n=Array.from({length:t.rows.length/e},(s,r)=>t.rows.subarray(r*e,(r+1)*e));this.hearing.rows(n,t.told)}else{let{next:e}=this;this.next=null,this.pulling=e!==null,this.hearing.pulled(t.row,t.reached),e?.kind==="pull"&&this.ask({...e,start:{...e.start,...this.state(t.row)}})}}state(t){let{q:e,qd:n,qdd:s}=this.layout;return{q:t.slice(e,n),qd:t.slice(n,s)}}};var qd=240,MT=12,bT=1500,mh=class{constructor(t,e,n){this.live=t;this.seen=n;this.runner=new go(t,e,{begun:({row:s,told:r})=>{this.rows=[s],this.goOn(r.status>=0)},rows:(s,r)=>{this.rows.push(...s),this.runner.waiting||this.goOn(r.status>=0)},pulled:()=>{},failed:()=>this.drop()})}looking=!1;runner;rows=[];began=0;look(t){this.looking=!0,this.began=performance.now(),this.runner.begin(t)}drop(){this.looking=!1}goOn(t){if(!this.looking)return;let e=this.rows.length;if(!t&&e<=qd&&performance.now()-this.began<bT){let{t:n,span:s}=this.live,r=Math.min(MT,qd+1-e);this.runner.more(Float64Array.from({length:r},(o,a)=>n+(e+a)*s/qd));return}this.looking=!1,this.seen(this.rows)}};function F0(i,{t,q:e,qd:n,qdd:s}){let r=i[i.length-1][t]-i[0][t],o=Math.max(...i.flatMap(l=>[...l.subarray(e,n)].filter(Number.isFinite).map(Math.abs))),a=1/0;for(let l=0;l<s-n;l++){let c=i.map(f=>f[n+l]).filter(Number.isFinite),u=i.map(f=>Math.abs(f[s+l])).filter(Number.isFinite),h=Math.max(...c)-Math.min(...c),d=u.sort((f,g)=>f-g)[Math.floor(.95*(u.length-1))];h*r>1e-6*o&&d>0&&(a=Math.min(a,h/d/4))}return a}function ST(i,t){return Math.max(Math.min(i/60,t),i/1200)}var gh=class{constructor(t,e,n,s=r=>requestAnimationFrame(r)){this.source=t;this.speed=e;this.shown=n;this.schedule=s}t=0;playing=!1;last=NaN;play(){this.playing||(this.playing=!0,this.last=NaN,this.schedule(t=>this.tick(t)),this.shown())}pause(){this.playing=!1,this.shown()}toggle(){this.playing?this.pause():this.play()}seek(t){this.t=Math.min(Math.max(t,this.source.start()),this.source.end()),this.feed(),this.shown()}step(t){this.playing=!1,this.seek(this.t+t*this.speed/60)}feed(){let{source:t,speed:e}=this,n=t.end();if(t.ended()||t.waiting()||n-this.t>.5*e)return;let s=ST(e,t.finest());t.more(Float64Array.from({length:Math.ceil(.4*e/s)},(r,o)=>n+(o+1)*s))}tick(t){if(!this.playing)return;let e=Number.isNaN(this.last)?0:Math.min((t-this.last)/1e3,.1);this.last=t,this.t=Math.min(this.t+e*this.speed,this.source.end()),this.feed(),this.source.ended()&&this.t>=this.source.end()&&(this.playing=!1),this.shown(),this.schedule(n=>this.tick(n))}};var wT=26;function B0(i,t){let{canvas:e,camera:n}=i,s=null,r=new Pn;e.addEventListener("pointerdown",a=>{let l=s===null&&a.isPrimary&&a.button===0?O0(i,a):null;if(!l)return;a.stopImmediatePropagation(),e.setPointerCapture(a.pointerId),s=l.grip;let c=n.camera.getWorldDirection(new N);r=new Pn().setFromNormalAndCoplanarPoint(c,l.at),t.begin(s)},{capture:!0}),e.addEventListener("pointermove",a=>{if(!s){e.style.cursor=O0(i,a)?"pointer":"";return}let l=z0(i,a).ray.intersectPlane(r,new N);l&&t.pull(s,[l.x,l.y,l.z])});let o=()=>{s&&t.end(),s=null};e.addEventListener("pointerup",o),e.addEventListener("pointercancel",o)}function k0({canvas:i},t){let e=i.getBoundingClientRect();return new bt((t.clientX-e.left)/e.width*2-1,1-(t.clientY-e.top)/e.height*2)}function z0(i,t){let e=new da;return e.setFromCamera(k0(i,t),i.camera.camera),e}function O0(i,t){let{scene:e,figure:n,canvas:s}=i,r=k0(i,t),o=new bt(s.clientWidth,s.clientHeight).multiplyScalar(.5),a=wT,l=null,c=0;return e.points.forEach(({body:u,place:h,seen:d},f)=>{let g=u===null?e.bodies.length+c++:u;if(g<0||!n.where[f]||u!==null&&!d&&e.bodies[g].solids.length)return;let _=new N(...n.where[f]),m=_.clone().project(i.camera.camera),p=new bt(m.x,m.y).sub(r).multiply(o).length();p<a&&(a=p,l={grip:{frame:g,point:u===null?[0,0,0]:[...h]},at:_})}),l??ET(i,t)}function ET(i,t){let{figure:e,scene:n}=i,s=e.group.children.slice(0,n.bodies.length),[r]=z0(i,t).intersectObjects(s,!0);if(!r)return null;let o=r.object;for(;o&&!s.includes(o);)o=o.parent;let a=o?s.indexOf(o):-1;if(a<0)return null;let{place:l,turn:c}=e.poses[a],u=[c[0],-c[1],-c[2],-c[3]],h=r.point.toArray().map((d,f)=>d-l[f]);return{grip:{frame:a,point:po(u,h)},at:r.point.clone()}}var _h=class{constructor(t,e){this.live=t;this.layout=e;let n=Wt("table",{}),s=(r,o)=>{let a=Wt("td",{},o);n.append(Wt("tr",{},Wt("th",{scope:"row"},r),a)),this.cells.set(r,a)};for(let[r,o]of t.facts)s(r,o);s("steps",""),s("farthest from the constraints",""),e.energy>=0&&s("change of the energy",""),t.about.events.forEach(([r])=>s(`event: ${r}`,"")),this.element.append(n)}element=Wt("details",{class:"facts"},Wt("summary",{},"What is computed"));cells=new Map;worst=0;energy=NaN;drift=0;begin(t){this.worst=this.drift=0,this.energy=this.layout.energy<0?NaN:t[this.layout.energy],this.see([t])}see(t){for(let e of t)this.worst=Math.max(this.worst,e[this.layout.residual]),this.layout.energy>=0&&(this.drift=Math.max(this.drift,Math.abs(e[this.layout.energy]-this.energy)))}tell(t){let e=t.crossings?`, ${t.crossings} across singular configurations`:"";this.write("steps",`${t.accepted} taken, ${t.rejected} tried again${e}`),this.write("farthest from the constraints",`${cs(this.worst)} in the metric of the masses`),this.write("change of the energy",`${cs(this.drift)}, of ${cs(this.energy)}`),this.live.about.events.forEach(([n],s)=>{let r=t.counts[s]?`, first at t = ${t.times[s].toPrecision(9)}`:"";this.write(`event: ${n}`,`came ${t.counts[s]} times${r}`)})}write(t,e){let n=this.cells.get(t);n&&n.textContent!==e&&(n.textContent=e)}};function V0(i,t,e){let n=0,s=!1;for(let{path:r,count:o}of t){let a=TT(i,r);for(let l=0;l<o;l++){let c=e[n+l];!Number.isFinite(c)||a[l]===c||(a[l]=c,s=!0)}n+=o}return s}function TT(i,t){let e=i;for(let n of t)e=e[n];return e}var AT=6e6,yh=class{constructor(t,e,n,s){this.scene=t;this.layout=e;this.n=s;this.most=Math.max(1e3,Math.floor(AT/e.size)),this.groups=new Map(n.map((r,o)=>[r,o]))}rows=[];most;known=new WeakMap;groups;get start(){return this.rows[0]?.[this.layout.t]??0}get end(){return this.rows[this.rows.length-1]?.[this.layout.t]??0}clear(t){this.rows=[t],this.known=new WeakMap}add(t){this.rows.push(...t),this.rows.length>1.25*this.most&&(this.rows=this.rows.slice(-this.most))}index(t){let e=0,n=this.rows.length;for(;n-e>1;){let s=e+n>>1;this.rows[s][this.layout.t]<=t?e=s:n=s}return e}at(t){let e=this.index(t),[n,s]=[this.rows[e],this.rows[e+1]];if(!s)return n;let{layout:r,n:o}=this,a=s[r.t]-n[r.t],l=Math.min(Math.max((t-n[r.t])/a,0),1),c=n.map((h,d)=>h+l*(s[d]-h));c[r.t]=n[r.t]+l*a;let u=1-l;for(let h=0;h<o;h++){let[d,f]=[r.q+h,r.qd+h];c[d]=(1+2*l)*u*u*n[d]+l*u*u*a*n[f]+l*l*(3-2*l)*s[d]-l*l*u*a*s[f]}return c}frame(t,e=!0){let{layout:n,scene:s,n:r}=this,o={t:t[n.t],q:t.subarray(n.q,n.q+r)},a=s.points.filter(h=>h.body===null),l=n.frames+7*s.bodies.length;if(o.points=a.flatMap((h,d)=>h.columns===null?[...t.subarray(l+7*d,l+7*d+3)]:[]),!e||!s.arrows.length)return o;let c=ur(s,o.q),u=jn(s,o,c);return o.arrows=s.arrows.flatMap(h=>{let d=this.forceAt(h);return d<0?Array(6).fill(NaN):y0(t.subarray(d,d+r),h,u,c)}),o}places(t){let e=this.rows[t],n=this.known.get(e);if(n)return n;let s=jn(this.scene,this.frame(e,!1));return this.known.set(e,s),s}forceAt({of:t,name:e}){if(t==="nonideal")return this.layout.nonideal;if(t==="control")return this.layout.observables.find(([s])=>s==="control")?.[1]??-1;let n=this.groups.get(e);return n===void 0?-1:this.layout.forces+n*this.n}};var CT=.01,RT=[NaN,NaN,NaN],xh=class{constructor(t){this.scene=t;t.links.forEach(({from:e,to:n},s)=>{let r=[e,n].find(o=>t.points[o].body===-1&&t.points[o].name==="held");r!==void 0&&this.rods.push({link:s,fixed:r,place:t.points[r].place,shortest:1/0,longest:0})})}rods=[];begin(){for(let t of this.rods)Object.assign(t,{shortest:1/0,longest:0}),this.scene.points[t.fixed].place=t.place}see(t){if(!this.rods.length)return;let e=jn(this.scene,t);for(let n of this.rods){let{from:s,to:r}=this.scene.links[n.link],o=Math.hypot(...e[s].map((a,l)=>a-e[r][l]));Number.isFinite(o)&&(n.shortest=Math.min(n.shortest,o),n.longest=Math.max(n.longest,o),n.longest-n.shortest>CT*n.longest&&(this.scene.points[n.fixed].place=RT))}}};function La(i){return{p:i.parameters.map(({value:e})=>e),q:[...i.q],qd:[...i.qd],speed:i.speed??ka(i.span),own:!1,held:[],typed:null}}function Zd(i){let t=[...i.parameters.map(({name:n},s)=>[n,"p",s]),...i.coordinates.map((n,s)=>[n,"q",s]),...i.coordinates.map((n,s)=>[`${n}'`,"qd",s]),["speed","speed",0]],e=new Map;return t.forEach(([n],s)=>e.has(n)||e.set(n,s)),t.filter(([n],s)=>e.get(n)===s)}function $d(i,t){let e=La(i),n=new URLSearchParams(t.replace(/^#/,""));for(let[s,r,o]of Zd(i)){let a=n.get(s),l=Number(a);a===null||a.trim()===""||!Number.isFinite(l)||((r==="q"||r==="qd")&&Kd(e,r,o,!1),r!=="speed"?e[r][o]=l:l>0&&(e.speed=l))}return e}function H0(i,t){let e=new Set(Zd(i).map(([r])=>r));return[...new URLSearchParams(t.replace(/^#/,""))].filter(([r,o])=>{let a=Number(o);return!e.has(r)||o.trim()===""||!Number.isFinite(a)||r==="speed"&&!(a>0)}).map(([r,o])=>`${r}=${o}`)}function Kd(i,t,e,n=!0){let s=t==="q"?e:i.q.length+e;i.held=[...i.held.filter(r=>r!==s),s],i.typed=n?s:null,i.own=!0}function G0({held:i,typed:t}){return t===null?[i]:[i,[t]]}function Jd(i,t){let e=La(i),n=new URLSearchParams;for(let[r,o,a]of Zd(i)){let[l,c]=o==="speed"?[t.speed,e.speed]:[t[o][a],e[o][a]];(o==="q"||o==="qd")&&!t.own||l!==c&&n.set(r,String(l))}let s=n.toString();return s?`#${s}`:""}var PT=200,vh=class{constructor(t,e,n){this.live=t;this.setting=e;this.change=n;t.parameters.forEach(({range:s},r)=>s&&this.element.append(this.row(r,s))),this.element.append(this.start())}element=Wt("section",{class:"sliders","aria-label":"Parameters and start"});inputs=[];show(){for(let t of this.inputs)t()}row(t,[e,n]){let{setting:s}=this,{name:r}=this.live.parameters[t],o=(n-e)/PT,a=W0(r,o),l=u=>{if(!Number.isFinite(u))return this.show();s.p[t]=u,this.show(),this.change("parameters")},c=Mr(r,[e,n,"any"],s.p[t],u=>l(IT(u,o)));return a.addEventListener("change",()=>l(a.valueAsNumber)),this.inputs.push(()=>{c.value=String(s.p[t]),c.setAttribute("aria-valuetext",`${r} is ${cs(s.p[t])}`),X0(a,s.p[t],12)}),Wt("div",{class:"slider"},Wt("span",{class:"name"},r),c,a)}start(){let t=Wt("details",{class:"start"},Wt("summary",{},"Start")),e=Wt("table",{}),n=["","place","velocity"].map(r=>Wt("th",{scope:"col"},r));return e.append(Wt("tr",{},...n)),this.live.coordinates.forEach((r,o)=>{let a=["q","qd"].map(l=>{let c=W0(l==="q"?r:`velocity of ${r}`,"any");return c.addEventListener("change",()=>{if(!Number.isFinite(c.valueAsNumber))return this.show();this.setting[l][o]=c.valueAsNumber,Kd(this.setting,l,o),this.change("start")}),this.inputs.push(()=>X0(c,this.setting[l][o],9)),Wt("td",{},c)});e.append(Wt("tr",{},Wt("th",{scope:"row"},r),...a))}),t.append(Wt("p",{},"Or drag a point of the picture. What is typed is held; the rest adapts to the constraints."),e),t}};function W0(i,t){let e=Wt("input",{type:"number","aria-label":i,step:String(t)});e.addEventListener("input",()=>e.dataset.typing="yes");for(let n of["change","blur"])e.addEventListener(n,()=>delete e.dataset.typing);return e}function X0(i,t,e){i.dataset.typing||(i.value=String(Number(t.toPrecision(e))))}function IT(i,t){let e=Math.min(Math.max(0,1-Math.floor(Math.log10(t))),15);return Number(i.toFixed(e))}var LT=["LEFT_CONSTRAINTS","NOT_ASSEMBLED","NON_FINITE"];function DT({about:i,statuses:t},{status:e,concerned:n}){let s=LT.includes(t[e].name),r=(s?n?.farthest:n?.dependent)??[];if(!r.length)return"";let o=r.map(a=>i.groups[a][0]).join(", ");return s?`Farthest from being met: ${o}. `:`These depend on each other there: ${o}. `}var NT=30;function UT(i,t){let[,e,n]=t.observables.find(([a])=>a==="control")??["",0,0],s=i.map(a=>Math.hypot(...a.subarray(e,e+n))).filter(Number.isFinite);if(!n||s.length<3)return"";let r=[...s].sort((a,l)=>a-l)[s.length>>1];return s[s.length-1]>NT*r&&r>0?"The control grew without bound: what is asked for is out of its reach there. ":""}var jd=3,q0=40;function Y0(i){if(!i.length)return"";let t=i.slice(0,jd).map(n=>n.length>q0?`${n.slice(0,q0)}\u2026`:n),e=i.length>jd?` and ${i.length-jd} more`:"";return`The address says what means nothing here: ${t.join(", ")}${e}.`}var FT="Move a slider, drag a point to another start, or begin again by \u21BA.";function Z0(i,t,e,n){let s=`t = ${t.t.toPrecision(6)}`;if(t.status<0)return"";if(t.status>0)return`At ${s}: ${i.statuses[t.status].cause} ${DT(i,t)}${UT(e,n)}${FT}`;let r=i.about.events.filter(([,o],a)=>o&&t.counts[a]>0);return`The motion ends at ${s}: ${r.map(([o])=>o).join(", ")}. \u21BA begins it again.`}var OT=1500;function K0(i,t,e,n){let s=[];e.forEach((r,o)=>{if(n(r)<0||!r.columns.length)return;let a=r.kind??"force",l=s.find(c=>c.name===r.name&&c.kind===a);l?l.arrows.push(o):s.push({name:r.name,kind:a,arrows:[o]})});for(let[r]of i.groups)!(r.endsWith(".norm")&&t.includes(r.replace(/norm$/,"u0")))&&!s.some(a=>a.name===r)&&s.push({name:r,kind:"force",arrows:[]});return s}var Mh=class{constructor(t,e,n){this.forces=t;this.arrows=e;this.over=n}known=new WeakMap;of(t){let e=this.known.get(t);if(e)return e;let n=this.forces.some(({arrows:o})=>o.length)?this.arrows(t):[],s=o=>Math.hypot(n[6*o+3],n[6*o+4],n[6*o+5]),r=Float64Array.from(this.forces,({name:o,arrows:a})=>a.length?Math.max(...a.map(s)):Math.hypot(...t.subarray(...this.over(o))));return this.known.set(t,r),r}};function Qd(i,t,e,n,s,r){let o=r.map(g=>g[t.t]),a=(g,_)=>({name:g,values:r.map(m=>m[_])}),l=(g,_,m=0,p=!1)=>({name:g,lines:_,times:o,first:m,log:p}),c=BT(e),u=[l("coordinates",c.map(g=>a(e[g],t.q+g))),l("velocities",c.map(g=>a(e[g],t.qd+g)))],h=g=>n.flatMap((_,m)=>g(_)?[{name:_.name,values:r.map(p=>s.of(p)[m])}]:[]),d=(g,_)=>{let m=h(_);m.length&&u.push(l(g,m,fo))};d("forces",({kind:g,arrows:_})=>g==="force"&&_.length>0),d("torques",({kind:g})=>g==="torque"),d("forces on coordinates",({arrows:g})=>!g.length);let f=t.energy<0?[]:[a("energy",t.energy)];for(let[g,_,m]of t.observables)$0(g,m)&&f.push(a(g,_));f.length&&u.push(l("energy",f));for(let[g,_,m]of t.observables){if(g==="control_status"||$0(g,m))continue;let p=g.replaceAll("_"," "),T=Array.from({length:m},(E,v)=>m===1?p:`${p} ${v+1}`);u.push(l(p,T.map((E,v)=>a(E,_+v))))}return i.m&&u.push(l("residual",[a("distance",t.residual)],0,!0)),u}function $0(i,t){return t===1&&i.includes("energy")}function BT(i){let t=e=>Number(/\.u[0-3]$/.test(i[e]));return i.map((e,n)=>n).sort((e,n)=>t(e)-t(n)||e-n)}function J0(i,t,e,n){let s=e-n;if(i>=s||s<=t)return[s,e];let r=Math.max(t,i-n/2);return[r,r+n]}function j0(i,t,[e,n]){let s=0;for(;s<i.length-1&&i[s+1][t.t]<e;)s++;let r=i.length-1;for(;r>s&&i[r-1][t.t]>n;)r--;let o=Math.max(1,Math.ceil((r+1-s)/OT));return i.slice(s,r+1).filter((a,l,c)=>l%o===0||l===c.length-1)}var kT=.15,zT=160,Q0=600,VT=200,bh=class{constructor(t,e,n){this.scene=t;this.live=e;let{about:s,coordinates:r}=e;this.setting=$d(e,location.hash),this.finest=e.span/Q0,this.runner=new go(e,n,{begun:_=>this.begun(_),rows:(_,m)=>this.came(_,m),pulled:(_,m)=>this.pulled(_,m),failed:_=>this.say(`The engine does not work here: ${_}`,!0)});let{layout:o}=this.runner,a=s.groups.map(([_])=>_);this.past=new yh(t,o,a,s.n),this.forces=K0(s,r,t.arrows,_=>this.past.forceAt(_));let l=_=>{let m=o.forces+a.indexOf(_)*s.n;return[m,m+s.n]};this.sizes=new Mh(this.forces,_=>this.past.frame(_).arrows??[],l),this.facts=new _h(e,o),this.rods=new xh(t),this.sliders=new vh(e,this.setting,_=>this.changed(_));let c={start:()=>this.past.start,end:()=>this.past.end,ended:()=>this.told!==null&&this.told.status>=0,more:_=>this.runner.more(_),waiting:()=>this.runner.waiting,finest:()=>this.finest};this.clock=new gh(c,this.setting.speed,()=>this.show()),this.scrub=Mr("Time",[e.t,e.t+e.span,"any"],e.t,_=>{this.clock.playing=!1,this.clock.seek(_)}),this.speed=this.speedChoice(),this.picture=t.points.length?this.paint():null,this.stage.hidden=!t.points.length,this.ahead=this.picture&&new mh(e,n,_=>this.foreseen(_));let{picture:u,time:h}=this,d=_=>u?.snapshot(_,h.textContent??"");this.saving=u&&new Va(d,t.title,_=>this.say(_)),this.curves=new ah(Qd(s,o,r,this.forces,this.sizes,[]),_=>{this.clock.playing=!1,this.clock.seek(_)}),this.facts.element.open=!e.parameters.some(({range:_})=>_);let f=Wt("aside",{"aria-label":"Settings"},this.sliders.element,this.words,this.facts.element),g=Wt("div",{class:"desk"},this.stage,f);this.element.append(Wt("header",{},Wt("h1",{},t.title)),g,this.bar(),this.curves.element)}element=Wt("main",{class:"show live"});setting;runner;past;clock;picture;ahead;told=null;forces;sizes;facts;rods;sliders;curves;stage=Wt("div",{class:"stage"});words=Wt("p",{class:"words",role:"status"});saving;time=Wt("output",{class:"clock","aria-live":"off"});playing=fi("\u25B6","Play",()=>this.clock.toggle());scrub;speed;plotted=0;finest;address=location.hash;begin(){let t=this.keys(),e=Cf(t);this.element.append(e),Af([...t,{key:"?",says:"these keys",press:()=>e.showModal()}]),addEventListener("hashchange",()=>{location.hash!==Jd(this.live,this.setting)&&(this.address=location.hash,this.take($d(this.live,this.address)))}),this.sliders.show(),this.restart(),matchMedia("(prefers-reduced-motion: reduce)").matches||this.clock.play()}start(){let{p:t,own:e}=this.setting,{q:n,qd:s}=e?this.setting:this.live,r=e?G0(this.setting):[];return{p:[...t],t:this.live.t,q:[...n],qd:[...s],origin:!e,hold:r}}restart(){this.told=null,this.runner.begin(this.start())}take(t){Object.assign(this.setting,t),this.sliders.show(),this.changed("parameters")}changed(t){t==="start"&&(this.setting.own=!0),this.remember(),this.restart()}remember(){let t=Jd(this.live,this.setting);try{history.replaceState(null,"",t||location.pathname+location.search)}catch{}}begun({row:t,told:e,reached:n,kept:s,mould:r}){this.told=e,V0(this.scene,this.live.mould,r)&&this.picture?.remake(),this.past.clear(t),this.facts.begin(t),this.rods.begin(),this.adopt(t),e.status<0&&n&&this.say(s?this.strange():"The constraints do not allow the start that was given; the one shown is near it."),this.end(e),this.clock.seek(this.live.t),this.plot(!0),e.status<0&&this.ahead?.look(this.start())}foreseen(t){this.finest=Math.min(this.live.span/Q0,F0(t,this.past.layout)),this.picture?.embrace(t.map(e=>this.past.frame(e)),this.clock.playing)}strange(){let t=Y0(H0(this.live,this.address));return this.address="",t}adopt(t){let{q:e,qd:n}=this.runner.state(t);this.setting.q.splice(0,e.length,...e),this.setting.qd.splice(0,n.length,...n),this.sliders.show(),this.remember()}came(t,e){this.told=e,this.past.add(t),this.facts.see(t);for(let n of t)this.rods.see(this.past.frame(n,!1));this.end(e),this.clock.feed(),this.clock.playing||this.show()}end(t){if(t.status<0)return;let{rows:e,layout:n}=this.past;if(this.say(Z0(this.live,t,e,n),t.status>0),t.status===0)return;let{remedy:s}=this.live.statuses[t.status];this.words.append(Wt("details",{},Wt("summary",{},"Who computes it in Python"),s))}say(t,e=!1){this.words.textContent=t,this.words.classList.toggle("failed",e)}pulled(t,e){e&&(this.adopt(t),this.past.clear(t),this.clock.t=this.live.t,this.show())}show(){if(!this.past.rows.length)return;let{t,playing:e}=this.clock,{start:n,end:s}=this.past;if(this.time.textContent=`t = ${t.toFixed(Sf(this.live.span))}`,this.scrub.min=String(n),this.scrub.max=String(s),this.scrub.value=String(t),this.playing.textContent=e?"\u275A\u275A":"\u25B6",this.playing.setAttribute("aria-label",e?"Pause":"Play"),this.picture){let r=this.past.frame(this.past.at(t));this.ahead?.looking&&this.picture.arrows.grow(r.arrows),this.picture.place(r),this.picture.widen(),this.picture.choices.trails&&this.picture.trace(this.trail(t)),this.saving?.seen()}this.plot(!e)}trail(t){let{past:e,scene:n}=this,[s,r]=[e.index(t-kT*this.live.span),e.index(t)],o=Math.max(1,Math.floor((r-s)/zT)),a=[];for(let l=Math.ceil(s/o)*o;l<=r;l+=o)a.push(e.places(l));return[...a,jn(n,e.frame(e.at(t),!1))]}plot(t){if(t||performance.now()-this.plotted>VT){this.plotted=performance.now();let{about:e,coordinates:n,span:s}=this.live,{layout:r,rows:o}=this.past,{start:a,end:l}=this.past,c=j0(o,r,J0(this.clock.t,a,l,s));this.curves.set(Qd(e,r,n,this.forces,this.sizes,c)),this.told&&this.facts.tell(this.told)}this.curves.mark(this.clock.t)}paint(){try{let t=new ph(this.scene,this.stage),e=this.scene.title||"a mechanism";t.canvas.setAttribute("aria-label",`Moving picture of ${e}; points can be dragged`),this.stage.append(Um(t,()=>this.show()));let n=!1;return B0(t,{begin:()=>{n=this.clock.playing,this.ahead?.drop(),this.clock.pause();let{q:s}=this.runner.state(this.past.at(this.clock.t));this.setting.q.splice(0,s.length,...s),this.setting.qd.fill(0),this.setting.own=!0,Object.assign(this.setting,{held:[],typed:null})},pull:(s,r)=>this.runner.pull(this.start(),s.frame,s.point,r),end:()=>{this.changed("start"),n&&this.clock.play()}}),t}catch(t){let e=`This browser draws no picture here (${String(t)}); the curves are below.`;return this.stage.append(Wt("p",{class:"note"},e)),null}}speedChoice(){let e=[...new Set([...bf(La(this.live).speed),this.setting.speed])].sort((n,s)=>n-s).map(n=>[String(n),`${cs(n)} \xD7`]);return wf("Speed",e,String(this.setting.speed),n=>{this.setting.speed=this.clock.speed=Number(n),this.remember()})}bar(){let t=Wt("div",{class:"bar",role:"toolbar","aria-label":"Player"}),e=fi("\u2758\u25B6","Step",()=>this.clock.step(1)),n=fi("\u21BA","Start again",()=>this.restart()),s=fi("as it came","Set everything as it came",()=>this.take(La(this.live)));return t.append(this.playing,e,n,this.scrub,this.time,this.speed,s,...this.saving?.buttons??[]),t}keys(){let t=e=>{let{options:n,selectedIndex:s}=this.speed;this.speed.selectedIndex=Math.min(Math.max(s+e,0),n.length-1),this.speed.dispatchEvent(new Event("change"))};return[{key:" ",says:"play or pause",press:()=>this.clock.toggle()},{key:"ArrowRight",says:"a step on",press:()=>this.clock.step(1)},{key:"ArrowLeft",says:"a step back",press:()=>this.clock.step(-1)},{key:"Home",says:"start again",press:()=>this.restart()},{key:"+",says:"faster",press:()=>t(1)},{key:"-",says:"slower",press:()=>t(-1)},...Fm(this.picture,()=>this.show())]}};var tf=za("live");tf.speed??=ka(tf.span);var ef=new bh(za("scene"),tf,za("engine"));document.body.append(ef.element);ef.begin();Object.assign(globalThis,{zwang:ef});})();
