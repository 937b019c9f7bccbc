# Latchkey's agent for FileMaker Server on Windows, as a task of the account LOCAL SERVICE that starts with the machine and
# restarts when it ends. It isn't a Windows service, because Node can't respond to the service manager. After you enroll the
# agent, run once in an elevated PowerShell: .\windows-task.ps1 -Folder 'C:\Program Files\Latchkey Agent'
param(
  [Parameter(Mandatory)] [string] $Folder,
  [string] $ServerPath = (Join-Path $env:ProgramFiles 'FileMaker\FileMaker Server')
)
$ErrorActionPreference = 'Stop'

$state = Join-Path $env:ProgramData 'Latchkey Agent'
New-Item -ItemType Directory -Force $state | Out-Null
# Only the agent's account and administrators can read the private key.
icacls $state /inheritance:r /grant '*S-1-5-19:(OI)(CI)M' '*S-1-5-32-544:(OI)(CI)F' | Out-Null
# The agent writes only to these folders of FileMaker Server. Every account can read and run the rest.
foreach ($worked in 'Data', 'Logs') {
  icacls (Join-Path $ServerPath $worked) /grant '*S-1-5-19:(OI)(CI)M' | Out-Null
}

$action = New-ScheduledTaskAction -Execute (Join-Path $Folder 'node.exe') -Argument ('"{0}" run' -f (Join-Path $Folder 'latchkey-agent.mjs')) -WorkingDirectory $Folder
$atStartup = New-ScheduledTaskTrigger -AtStartup
# Windows only restarts a task that failed to start. This trigger also restarts a killed agent, within a minute; IgnoreNew prevents
# a second instance.
$eachMinute = New-ScheduledTaskTrigger -Once -At (Get-Date) -RepetitionInterval (New-TimeSpan -Minutes 1)
$principal = New-ScheduledTaskPrincipal -UserId 'NT AUTHORITY\LOCAL SERVICE' -LogonType ServiceAccount -RunLevel Limited
$settings = New-ScheduledTaskSettingsSet -RestartCount 999 -RestartInterval (New-TimeSpan -Minutes 1) -ExecutionTimeLimit ([TimeSpan]::Zero) -MultipleInstances IgnoreNew -StartWhenAvailable
Register-ScheduledTask -TaskName 'Latchkey Agent' -Action $action -Trigger @($atStartup, $eachMinute) -Principal $principal -Settings $settings -Force | Out-Null
Start-ScheduledTask -TaskName 'Latchkey Agent'
