# The agent on a Windows host of FileMaker Server, as a task of the account LOCAL SERVICE that starts with the machine and
# again when it ends: a service of Windows has to answer its service manager, which Node does not. Run once in an elevated
# PowerShell, after enrolling: .\windows-task.ps1 -Folder 'C:\Program Files\Latchkey Agent'
param(
  [Parameter(Mandatory)] [string] $Folder,
  [string] $ServerPath = (Join-Path $env:ProgramFiles 'FileMaker\FileMaker Server')
)
$ErrorActionPreference = 'Stop'

$state = Join-Path $env:ProgramData 'Latchkey Agent'
New-Item -ItemType Directory -Force $state | Out-Null
# The private key is for the agent's account and administrators alone.
icacls $state /inheritance:r /grant '*S-1-5-19:(OI)(CI)M' '*S-1-5-32-544:(OI)(CI)F' | Out-Null
# Of FileMaker Server it writes in the folders that it works in, and reads and runs the rest as every account may.
foreach ($worked in 'Data', 'Logs') {
  icacls (Join-Path $ServerPath $worked) /grant '*S-1-5-19:(OI)(CI)M' | Out-Null
}

$action = New-ScheduledTaskAction -Execute (Join-Path $Folder 'node.exe') -Argument ('"{0}" run' -f (Join-Path $Folder 'latchkey-agent.mjs')) -WorkingDirectory $Folder
$atStartup = New-ScheduledTaskTrigger -AtStartup
# A task is restarted by itself only when it could not be started. Looked at every minute, it is also when the agent was killed;
# while it runs, IgnoreNew starts no second one.
$eachMinute = New-ScheduledTaskTrigger -Once -At (Get-Date) -RepetitionInterval (New-TimeSpan -Minutes 1)
$principal = New-ScheduledTaskPrincipal -UserId 'NT AUTHORITY\LOCAL SERVICE' -LogonType ServiceAccount -RunLevel Limited
$settings = New-ScheduledTaskSettingsSet -RestartCount 999 -RestartInterval (New-TimeSpan -Minutes 1) -ExecutionTimeLimit ([TimeSpan]::Zero) -MultipleInstances IgnoreNew -StartWhenAvailable
Register-ScheduledTask -TaskName 'Latchkey Agent' -Action $action -Trigger @($atStartup, $eachMinute) -Principal $principal -Settings $settings -Force | Out-Null
Start-ScheduledTask -TaskName 'Latchkey Agent'
